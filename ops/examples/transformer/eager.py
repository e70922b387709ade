"""The network of this example in PyTorch, eagerly, in binary32 without TF32: `python3 eager.py 64 32,512`.

It takes the number of tokens and widths of the model, and prints tokens a second for one sequence and for seven, with a cache of keys
and values and without one. Weights are random and not those of the example: only the time is compared.
"""

import sys
import time

import torch
import torch.nn.functional as F

PROMPT, LAYERS, HEADS, KEY_HEADS, WORDS, EPSILON = 4, 2, 4, 2, 64, 1e-5


class Model:
    def __init__(self, width, places, device):
        head, hidden = width // HEADS, 2 * width
        self.head = head
        random = lambda *shape: torch.rand(*shape, device=device) * 2 - 1
        weight = lambda rows, columns: random(rows, columns) / rows**0.5
        self.embedding = weight(WORDS, width)
        self.layers = [
            dict(
                norm=1 + random(width),
                query=weight(width, HEADS * head),
                key=weight(width, KEY_HEADS * head),
                value=weight(width, KEY_HEADS * head),
                out=weight(HEADS * head, width),
                mlp_norm=1 + random(width),
                gate=weight(width, hidden),
                up=weight(width, hidden),
                down=weight(hidden, width),
            )
            for _ in range(LAYERS)
        ]
        self.norm = 1 + random(width)
        self.logits = weight(width, WORDS)
        powers = 10000.0 ** (-2.0 * torch.arange(head // 2, device=device) / head)
        angles = torch.arange(places, device=device)[:, None] * powers
        self.cosines, self.sines = angles.cos(), angles.sin()
        seen = torch.arange(places, device=device)
        self.mask = seen[None, :] <= seen[:, None]

    def normed(self, x, weights):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + EPSILON) * weights

    def turned(self, x, first, last):
        # [sequences, places, heads, head], pairs of neighbours.
        pairs = x.unflatten(-1, (-1, 2))
        cos, sin = (t[first:last][None, :, None, :] for t in (self.cosines, self.sines))
        a, b = pairs.unbind(-1)
        return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)

    def forward(self, tokens, before, cache):
        sequences, new = tokens.shape
        last = before + new
        x = self.embedding[tokens]
        for n, layer in enumerate(self.layers):
            y = self.normed(x, layer["norm"])
            query, key, value = (
                (y @ layer[name]).unflatten(-1, (-1, self.head)) for name in ("query", "key", "value")
            )
            query, key = (self.turned(t, before, last) for t in (query, key))
            if cache is not None:
                keys, values = cache[n]
                keys[:, before:last], values[:, before:last] = key, value
                key, value = keys[:, :last], values[:, :last]
            key, value = (t.repeat_interleave(HEADS // KEY_HEADS, 2) for t in (key, value))
            query, key, value = (t.transpose(1, 2) for t in (query, key, value))
            scores = query @ key.transpose(-1, -2) * (1.0 / self.head**0.5)
            scores = scores.masked_fill(~self.mask[before:last, : key.shape[2]], float("-inf"))
            mixed = (scores.softmax(-1) @ value).transpose(1, 2).flatten(-2)
            x = x + mixed @ layer["out"]
            y = self.normed(x, layer["mlp_norm"])
            x = x + (F.silu(y @ layer["gate"]) * (y @ layer["up"])) @ layer["down"]
        logits = self.normed(x, self.norm) @ self.logits
        return logits[:, -1].argmax(-1)


@torch.inference_mode()
def rate(model, sequences, tokens, with_cache, device):
    places = PROMPT + tokens
    shape = (sequences, places, KEY_HEADS, model.head)
    cache = [tuple(torch.zeros(shape, device=device) for _ in range(2)) for _ in range(LAYERS)]
    all_tokens = torch.randint(WORDS, (sequences, PROMPT), device=device)
    began = None
    before = 0
    for _ in range(tokens):
        if with_cache:
            new = model.forward(all_tokens[:, before:], before, cache)
            before = all_tokens.shape[1]
        else:
            new = model.forward(all_tokens, 0, None)
        # The host reads each token, as the example does, and the first one does not count.
        new.cpu()
        began = began or time.perf_counter()
        all_tokens = torch.cat((all_tokens, new[:, None]), 1)
    return sequences * (tokens - 1) / (time.perf_counter() - began)


def main():
    tokens = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    widths = [int(w) for w in (sys.argv[2] if len(sys.argv) > 2 else "32").split(",")]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = False
    name = torch.cuda.get_device_name() if device == "cuda" else "cpu"
    print(f"PyTorch {torch.__version__}, {name}")
    for width in widths:
        model = Model(width, PROMPT + tokens, device)
        for sequences in (1, 7):
            for with_cache in (True, False):
                best = max(rate(model, sequences, tokens, with_cache, device) for _ in range(4))
                way = "with a cache" if with_cache else "without a cache"
                print(f"width {width}, {sequences} sequences, {way}: {best:.0f} tokens a second", flush=True)


if __name__ == "__main__":
    main()

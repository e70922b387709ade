"""Softmax, norms and attention in PyTorch, eagerly, in binary32 without TF32: `python3 rows.py 1024,2048,4096`, for squares of these sizes."""

import sys
import time

import torch
import torch.nn.functional as F

HEADS, WIDTH = 8, 64


def attention(q, k, v, mask):
    scores = (q @ k.transpose(-1, -2) * 0.125).masked_fill(mask, float("-inf"))
    return scores.softmax(-1) @ v


def milliseconds(of):
    of()
    torch.cuda.synchronize()
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(50):
            of()
        torch.cuda.synchronize()
        best = min(best, (time.perf_counter() - began) / 50)
    return best * 1e3


@torch.inference_mode()
def main():
    torch.backends.cuda.matmul.allow_tf32 = False
    print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}")
    for size in map(int, sys.argv[1].split(",")):
        x = torch.randn(size, size, device="cuda")
        w, b = torch.randn(2, size, device="cuda")
        q, k, v = torch.randn(3, 1, HEADS, size // 8, WIDTH, device="cuda")
        mask = torch.ones(size // 8, size // 8, dtype=torch.bool, device="cuda").triu(1)
        for name, of in {
            "softmax": lambda: x.softmax(-1),
            "layer_norm": lambda: F.layer_norm(x, (size,), w, b, 1e-5),
            "rms_norm, one": lambda: F.rms_norm(x, (size,), w, 1e-5),
            "rms_norm": lambda: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * w,
            "attention": lambda: attention(q, k, v, mask),
        }.items():
            print(f"  {name:<16} {size:>5}  {milliseconds(of):9.3f} ms", flush=True)


main()

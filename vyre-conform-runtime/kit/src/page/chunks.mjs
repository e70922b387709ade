// Cases of a source on the device, with the results of terms of laws: requests about the same cases share them.
import { pieces, wordsOf } from "./cases.mjs";

// Most words that a chunk keeps, and most chunks.
const ROOM = 2 ** 25;
const CHUNKS = 2;

export const halves = (number) => [number >>> 0, Math.floor(number / 2 ** 32) >>> 0];
export const groups = (cases, each) => [Math.ceil(cases / each), 1, 1];

// The chunks of a device. `makers` gives the shaders that make cases of some types.
export const chunksOf = (open, sources, makers) => {
  const known = new Map();
  const drop = (name, chunk) => {
    chunk.isGone = true;
    known.delete(name);
    chunk.buffers.forEach((one) => one.destroy());
  };

  // The dispatches that make cases; `chunk` has their columns.
  const encoded = ({ types, of }, start, cases, [witness, produce], chunk) => {
    const dispatches = [];
    for (const piece of pieces(of, types, start, cases)) {
      if (piece.columns) {
        piece.columns.forEach((column, k) => {
          const at = 4 * piece.offset * wordsOf(types[k]);
          if (column.length) open.device.queue.writeBuffer(chunk.operands[k][0], at, column);
        });
        continue;
      }
      if (piece.axes) {
        const numbers = chunk.buffer(4, new Uint32Array([piece.cases, piece.offset, 0, 0]));
        const axes = chunk.buffer(piece.axes.length, piece.axes);
        dispatches.push([produce, groups(piece.cases, 64), [numbers, axes, ...chunk.operands]]);
        continue;
      }
      const numbers = new Uint32Array([...halves(piece.start), piece.cases, piece.offset, ...piece.seed, 0, 0]);
      dispatches.push([witness, groups(piece.cases, 64), [chunk.buffer(8, numbers), ...chunk.operands]]);
    }
    return dispatches;
  };

  const made = (source, start, cases, shaders) => {
    const chunk = { buffers: [], words: 0, terms: new Map(), isGone: false };
    chunk.buffer = (words, contents) => {
      const made = open.buffer(words, contents);
      chunk.buffers.push(made);
      chunk.words += words;
      return [made, words];
    };
    chunk.hasRoom = (words) => chunk.words + words <= ROOM;
    chunk.ready = open.guarded(async () => {
      chunk.operands = source.types.map((type) => chunk.buffer(cases * wordsOf(type)));
      await open.run(encoded(source, start, cases, shaders, chunk), []);
    });
    return chunk;
  };

  // The chunk of these cases, whose operands are made. No call may lie between this and its use.
  return async (k, start, cases) => {
    const shaders = await makers(sources[k].types);
    const name = `${k} ${start} ${cases}`;
    for (;;) {
      let chunk = known.get(name);
      if (!chunk) {
        chunk = made(sources[k], start, cases, shaders);
        known.set(name, chunk);
        const [[oldest, other]] = known;
        if (known.size > CHUNKS) drop(oldest, other);
      }
      try {
        await chunk.ready;
      } catch (error) {
        if (!chunk.isGone) drop(name, chunk);
        throw error;
      }
      if (!chunk.isGone) return chunk;
    }
  };
};

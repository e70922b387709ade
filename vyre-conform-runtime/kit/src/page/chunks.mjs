// Cases of a source on the device, with the results of terms of laws: requests about the same cases share them.
import { LANES, pieces, wordsOf } from "./cases.mjs";

// Most words that a chunk keeps, and most chunks.
const ROOM = 2 ** 24;
const CHUNKS = 4;

// Cases of a workgroup.
export const GROUP = 1024;
export const halves = (number) => [number >>> 0, Math.floor(number / 2 ** 32) >>> 0];
export const groups = (cases, each) => [Math.ceil(cases / each), 1, 1];

// The buffer of the hashed places of cases, and the dispatch that fills it.
export const placesOf = (place, key, start, cases, { buffer }) => {
  const numbers = buffer(8, new Uint32Array([...halves(start), cases, 0, ...key, 0, 0]));
  const places = buffer(LANES * cases);
  return [places, [place, groups(cases, GROUP), [numbers, places]]];
};

// The chunks of a device. `makers` gives the shaders that make cases of some types.
export const chunksOf = (open, { sources, key }, makers, placer) => {
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

  const made = (source, start, cases, [shaders, place]) => {
    const chunk = { buffers: [], words: 0, terms: new Map(), waiting: 0, isGone: false };
    chunk.buffer = (words, contents) => {
      const made = open.buffer(words, contents);
      chunk.buffers.push(made);
      chunk.words += words;
      return [made, words];
    };
    chunk.hasRoom = (words) => chunk.words + words <= ROOM;
    chunk.ready = open.guarded(async () => {
      chunk.operands = source.types.map((type) => chunk.buffer(cases * wordsOf(type)));
      const [places, dispatch] = placesOf(place, key, start, cases, chunk);
      chunk.places = places;
      await open.run([dispatch, ...encoded(source, start, cases, shaders, chunk)], []);
    });
    return chunk;
  };

  // The chunk of these cases, whose operands are made. No call may lie between this and its use.
  return async (k, start, cases) => {
    const shaders = await Promise.all([makers(sources[k].types), placer()]);
    const name = `${k} ${start} ${cases}`;
    for (;;) {
      let chunk = known.get(name);
      if (!chunk) {
        chunk = made(sources[k], start, cases, shaders);
        known.set(name, chunk);
        const idle = [...known].find(([own, one]) => own !== name && !one.waiting);
        if (known.size > CHUNKS && idle) drop(...idle);
      }
      chunk.waiting += 1;
      try {
        await chunk.ready;
      } catch (error) {
        if (!chunk.isGone) drop(name, chunk);
        throw error;
      } finally {
        chunk.waiting -= 1;
      }
      if (!chunk.isGone) return chunk;
    }
  };
};

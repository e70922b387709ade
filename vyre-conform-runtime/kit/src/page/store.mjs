// What is done is kept in the browser, so that a closed tab loses nothing. Without IndexedDB it lasts as long as the
// page.

const asked = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

const database = () => new Promise((done, fail) => {
  const request = indexedDB.open("vyre-kit", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("runs");
    request.result.createObjectStore("answers");
  };
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

// The store of the kit with this digest.
export const storeOf = async (digest) => {
  let db = null;
  try {
    db = await database();
  } catch {
    const [run, answers] = [async () => undefined, async () => new Map()];
    return { lasts: false, run, answers, begin() {}, keep() {}, clear() {} };
  }
  const own = IDBKeyRange.bound([digest, 0], [digest, Infinity]);
  const on = (names, mode) => db.transaction(names, mode);
  const ended = (change) => new Promise((done, fail) => {
    change.oncomplete = () => done();
    change.onerror = () => fail(change.error);
    change.onabort = () => fail(change.error);
  });
  return {
    lasts: true,
    run: () => asked(on("runs").objectStore("runs").get(digest)),
    answers: async () => {
      const store = on("answers").objectStore("answers");
      const [keys, values] = await Promise.all([asked(store.getAllKeys(own)), asked(store.getAll(own))]);
      return new Map(keys.map(([, k], n) => [k, values[n]]));
    },
    begin: (run) => {
      const change = on("runs", "readwrite");
      change.objectStore("runs").put(run, digest);
      return ended(change);
    },
    keep: (k, answers) => {
      const change = on("answers", "readwrite");
      change.objectStore("answers").put(answers, [digest, k]);
      return ended(change);
    },
    clear: () => {
      const change = on(["runs", "answers"], "readwrite");
      change.objectStore("runs").delete(digest);
      change.objectStore("answers").delete(own);
      return ended(change);
    },
  };
};

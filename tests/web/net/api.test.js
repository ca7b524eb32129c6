import assert from "node:assert/strict";
import test from "node:test";

import * as api from "../../../src/boardwalk/web/net/api.js";
import { keepPassword } from "../../../src/boardwalk/web/state/memory.js";

test("every request carries the invite word, also those for files and jobs", async (t) => {
  /** @type {Record<string, string>[]} */
  const sent = [];
  t.mock.method(globalThis, "fetch", async (/** @type {string} */ path, /** @type {any} */ { headers }) => {
    sent.push({ path, ...headers });
    return new Response("{}");
  });
  keepPassword("open (sesame)");
  await api.games();
  await api.record("abcdef", { match: 2 });
  await api.record("abcdef", { token: "secret" });
  await api.job("/api/editor/box_world/pack/solve", {}, new AbortController().signal);
  assert.deepEqual(
    sent.map((one) => one.Authorization),
    Array(4).fill("Bearer open%20%28sesame%29"),
  );
  assert.deepEqual(
    sent.map((one) => one["X-Boardwalk-Token"]),
    [undefined, undefined, "secret", undefined],
  );
  assert.equal(sent[1].path, "/api/rooms/abcdef/record?match=2");
});

test("who has no word is asked once, and once again after a wrong one", async (t) => {
  keepPassword("");
  const words = ["wrong", "right"];
  /** @type {string[]} */
  const asked = [];
  globalThis.prompt = (why) => {
    asked.push(String(why));
    return words.shift() ?? null;
  };
  t.mock.method(globalThis, "fetch", async (/** @type {string} */ _path, /** @type {any} */ { headers }) => {
    const word = headers.Authorization;
    if (word === "Bearer right") return new Response('{"ok": true}');
    return new Response(`{"error": "${word ? "that is not the invite word" : "the invite word"}"}`, { status: 401 });
  });
  assert.deepEqual(await Promise.all([api.home(), api.challenges()]), [{ ok: true }, { ok: true }]);
  assert.deepEqual(asked, ["the invite word:", "that is not the invite word:"]);
});

test("values fill the places of a path, and the others are its query", async (t) => {
  /** @type {string[]} */
  const paths = [];
  t.mock.method(globalThis, "fetch", async (/** @type {string} */ path) => {
    paths.push(path);
    return new Response("{}");
  });
  await api.levelScenes("box world", "a/b");
  await api.lesson("box_world", 2, [1, 3], -1);
  await api.roomInfo("abcdef");
  await api.roomInfo("abcdef", 2);
  await api.join("abcdef", { name: "Ada" });
  assert.deepEqual(paths, [
    "/api/games/box%20world/levels/a%2Fb",
    "/api/games/box_world/lessons/2?actions=1%2C3&seen=-1",
    "/api/rooms/abcdef",
    "/api/rooms/abcdef?match=2",
    "/api/rooms/abcdef/join",
  ]);
});

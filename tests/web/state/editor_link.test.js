import assert from "node:assert/strict";
import test from "node:test";

import { pack, sharedPath, unpack, wanted } from "../../../src/boardwalk/web/state/editor_link.js";

test("a text travels in an address and comes out whole", async () => {
  const text = `#####\n#.@$#\n${"ß→".repeat(5000)}`;
  assert.equal(await unpack(await pack(text)), text);
  const path = await sharedPath("box_world", "levels", text);
  assert.deepEqual(await wanted(path.slice(path.indexOf("#"))), { shared: text, text: "", from: "" });
  await assert.rejects(unpack((await pack(text)).slice(0, -9)), /incomplete/);
});

test("a link that unpacks to far more than a file is refused before it has", async () => {
  const largest = "#".repeat(256 * 1024);
  assert.equal(await unpack(await pack(largest)), largest);
  const bomb = await pack("#".repeat(8 * 1024 * 1024));
  assert.ok(bomb.length < 100_000);
  await assert.rejects(unpack(bomb), /more than a file may have/);
  await assert.rejects(wanted(`#text=${bomb}`), /more than a file may have/);
});

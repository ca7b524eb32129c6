import assert from "node:assert/strict";
import test from "node:test";

import { botName, botNote } from "../../src/boardwalk/web/js/bots.js";
import { pack, sharedPath, unpack, wanted } from "../../src/boardwalk/web/js/editor_link.js";
import { lineWords } from "../../src/boardwalk/web/js/line.js";

test("bots have names for people", () => {
  assert.deepEqual([botName("hard"), botName("my_bot"), botNote("easy"), botNote("")], ["Hard", "my_bot", "bot · easy", "bot"]);
});

test("what one player does several times in a row is told with one name", () => {
  const line = [0, 0, 1, 0, 0, 0, 0].map((seat, number) => ({ seat, label: `m${number}` }));
  assert.equal(lineWords(line, [{ name: "Ada" }, { name: "Ben" }]), "Ada: m0, m1; Ben: m2; Ada: m3, m4, m5");
  assert.equal(lineWords(line.slice(0, 2), [{ name: "Ada" }]), "m0, m1");
});

test("a text travels in an address and comes out whole", async () => {
  const text = `#####\n#.@$#\n${"ß→".repeat(5000)}`;
  assert.equal(await unpack(await pack(text)), text);
  const path = await sharedPath("box_world", "levels", text);
  assert.deepEqual(await wanted(path.slice(path.indexOf("#"))), { shared: text, text: "", from: "" });
  await assert.rejects(unpack((await pack(text)).slice(0, -9)), /incomplete/);
});

import assert from "node:assert/strict";
import test from "node:test";

import { botName, botNote } from "../../../src/boardwalk/web/parts/bots.js";

test("bots have names for people", () => {
  assert.deepEqual(
    [botName("hard"), botName("my_bot"), botNote("easy"), botNote("")],
    ["Hard", "my_bot", "bot · easy", "bot"],
  );
});

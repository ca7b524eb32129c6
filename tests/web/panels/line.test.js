import assert from "node:assert/strict";
import test from "node:test";

import { lineWords } from "../../../src/boardwalk/web/panels/line.js";

test("what one player does several times in a row is told with one name", () => {
  const line = [0, 0, 1, 0, 0, 0, 0].map((seat, number) => ({ seat, label: `m${number}` }));
  assert.equal(lineWords(line, [{ name: "Ada" }, { name: "Ben" }]), "Ada: m0, m1; Ben: m2; Ada: m3, m4, m5");
  assert.equal(lineWords(line.slice(0, 2), [{ name: "Ada" }]), "m0, m1");
});

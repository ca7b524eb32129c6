"use strict";
// The records of games and the pictures of some of them are in the page. A picture is a list of numbers of elements.
const { records, replays } = JSON.parse(document.getElementById("data").textContent);
const dialog = document.querySelector("dialog");
const slider = dialog.querySelector("input");

function show() {
  const { elements, frames, steps } = replays[dialog.dataset.game];
  dialog.querySelector(".picture").innerHTML = frames[slider.value].map((number) => elements[number]).join("");
  dialog.querySelector("output").textContent = `step ${steps[slider.value]}`;
}

function step(by) {
  slider.value = Number(slider.value) + by;
  show();
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.replay) {
    dialog.dataset.game = target.dataset.replay;
    slider.max = replays[target.dataset.replay].frames.length - 1;
    slider.value = 0;
    show();
    dialog.showModal();
  } else if (target.dataset.record) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(records[target.dataset.record]) + "\n"]));
    link.download = `${target.dataset.record.replace(":", "-")}.match`;
    link.click();
    URL.revokeObjectURL(link.href);
  } else if (target.dataset.step) {
    step(Number(target.dataset.step));
  }
});
slider.addEventListener("input", show);
dialog.addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
});

// Every English text of the page, ready to be translated; the larger pages have files of their own in `texts`.

import { counted, whole } from "./format.ts";
import { counts } from "./texts/counts.ts";
import { home, importing, rows } from "./texts/import.ts";
import { label, stop } from "./texts/label.ts";
import { exporting, insights, map, review } from "./texts/pages.ts";
import { people } from "./texts/people.ts";
import { program } from "./texts/program.ts";
import { classes, errorCosts, labelCostRule, measure, settings } from "./texts/settings.ts";
import { forecast, guarantee } from "./texts/stopping.ts";

export const texts = {
  slogan: "Label your data with as few labels as possible.",
  pages: { label: "Label", map: "Map", review: "Review", insights: "Insights", export: "Export", settings: "Settings" },
  home,
  import: importing,
  rows,
  label,
  stop,
  guarantee,
  forecast,
  sync: {
    saved: "Saved",
    saving: (count: number) => `Saving ${count}`,
    offline: (count: number) => (count === 0 ? "Offline" : `Offline, ${count} waiting`),
    rejected: (count: number, message: string) =>
      `${count === 1 ? "One answer was" : `${whole.format(count)} answers were`} not accepted: ${message}.`,
    sendAgain: "Send again",
    otherClass: "Choose another class",
    otherClassOf: (item: number) => `Choose another class for item ${whole.format(item + 1)}`,
    showItem: (item: number) => `Show item ${whole.format(item + 1)}`,
    further: "Keep as a further opinion",
    discard: "Discard",
    discardAll: (count: number) => `Discard all ${whole.format(count)}`,
    discardSure: (count: number) =>
      `Discard all ${whole.format(count)} answers that were not accepted? They are not in the project and cannot be brought back. Download keeps a copy of them.`,
    download: "Download",
    meanwhile: (by: string | null, name: string) =>
      `${by === null ? "In another window you" : by} answered this item in the meantime: ${name}. Answer it too, or go on.`,
    goOn: "Next item",
    unstored: "This browser cannot store more. Keep this page open until everything is saved.",
    others: (name: string, count: number) =>
      `${counted(count, "answer")} of ${name} ${count === 1 ? "waits" : "wait"} in this browser, to be sent when ${name} opens this project here.`,
    damaged: (why: string) =>
      `This project is damaged and incomplete: ${why}. It can be read and exported, but takes no answers. Restore a backup; the command "xpal studio rebuild" lists what is wrong.`,
    trouble: (message: string) => `Your answers are kept here and sent again until they are stored: ${message}.`,
    limit: (setting: string) => `This value is too large to be kept (${setting}).`,
    login: "You are logged out. Open the address that the program printed, then try again here.",
    gone: "This project was removed.",
    home: "Go to your projects",
  },
  map,
  review,
  insights,
  counts,
  export: exporting,
  who: (name: string) => `as ${name}`,
  settings,
  program,
  people,
  errorCosts,
  labelCostRule,
  measure,
  classes,
  help: {
    title: "Keys",
    close: "Close",
    rows: [
      ["0–9, a–z", "answer; each button shows its key"],
      ["Enter", "accept the model's guess"],
      ["Space", "don't know"],
      ["Delete", "not usable"],
      ["Backspace or Ctrl Z", "undo"],
      ["Ctrl Y", "redo"],
      ["← →", "previous, next"],
      ["#", "go to an item by its number"],
      ["/", "find a class by typing"],
      [".", "details: what each answer would do, and why this item"],
      ["+ −", "larger, smaller"],
      ["g", "guidelines, unless g is an answer"],
      ["?", "this help"],
      ["Esc", "close"],
    ],
    swipe: "On a phone: tap an answer, swipe up to accept the guess, left for don't know; pinch to zoom.",
  },
  theme: { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
  menu: "Pages of the project",
  home_: "All projects",
  opening: "Opening the project",
  failed: "That did not work",
  /** A rejection as a sentence. */
  sentence: (text: string) => {
    const begin = /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text; // not the name of a file
    return /[.!?]$/.test(begin) ? begin : `${begin}.`;
  },
  retry: "Try again",
  reload: "Reload this page",
};

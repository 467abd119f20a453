// The demos that come with the page itself: nothing is fetched.
import { readCsv } from "@xpal/data";
import digits from "../../../data/bundled/digits.csv?raw";
import iris from "../../../data/bundled/iris.csv?raw";
import messages from "../../../data/bundled/messages.csv?raw";
import type { Demos } from "../server/projects/demos.ts";

const DEMOS = [
  { name: "digits", title: "Handwritten digits", itemCount: 1797, text: digits },
  { name: "iris", title: "Iris flowers", itemCount: 150, text: iris },
  { name: "messages", title: "Messages to a shop", itemCount: 400, text: messages },
];

export const pageDemos: Demos = {
  list: DEMOS.map(({ name, title, itemCount }) => ({ name, title, itemCount })),
  async open(wanted) {
    const found = DEMOS.find(({ name }) => name === wanted);
    return { ...readCsv(new TextEncoder().encode(found?.text), {}, wanted), target: "class" };
  },
};

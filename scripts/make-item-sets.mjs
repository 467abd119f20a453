// `node scripts/make-item-sets.mjs` writes the bundled texts and images: customer messages put together from parts that
// were written for this project, and shapes that are drawn here. The same files every time.
import { writeFileSync } from "node:fs";
import { generator } from "@xpal/core";
import sharp from "sharp";

const draw = generator(1);
const one = (list) => list[draw.nextIndex(list.length)];
const bundled = (name) => new URL(`../packages/data/bundled/${name}`, import.meta.url);

const THINGS = [
  "lamp",
  "kettle",
  "headphones",
  "backpack",
  "desk chair",
  "phone case",
  "coffee grinder",
  "bicycle light",
  "rain jacket",
  "keyboard",
];
const DAYS = [
  "yesterday",
  "on Monday",
  "last week",
  "two days ago",
  "this morning",
  "in March",
  "on the 3rd",
  "over the weekend",
];
const ENDS = [
  "",
  " Please help.",
  " Thank you.",
  " What can I do?",
  " Kind regards",
  " Can somebody look into this?",
  " I am waiting for an answer.",
];
const MESSAGES = {
  account: [
    "I forgot my password and the reset mail never arrives.",
    "How do I change the email address of my account?",
    "I cannot sign in since DAY, it says my account is locked.",
    "Please delete my profile and all my data.",
    "Two people share one login, can we have separate users?",
    "The confirmation code for signing in does not work.",
    "My name is misspelt in my profile, where can I edit it?",
    "Somebody else has signed in with my address DAY.",
    "I want to unsubscribe from the newsletter but stay registered.",
  ],
  billing: [
    "I was charged twice for the THING I bought DAY.",
    "The invoice DAY shows the wrong VAT number.",
    "When do I get the refund for the THING?",
    "My credit card was declined although it is valid.",
    "Please send me a receipt for the THING with our company address.",
    "The discount code was not taken off the price of the THING.",
    "Why is the amount on my statement higher than on the invoice?",
    "Can I pay for the THING by bank transfer?",
    "You took money for an order that I cancelled DAY.",
  ],
  delivery: [
    "The parcel with my THING should have come DAY.",
    "The tracking page has not changed since DAY.",
    "The courier left the THING with a neighbour I do not know.",
    "Can you ship the THING to another address?",
    "Only half of the order was in the box, the THING is missing.",
    "How long does shipping of a THING to Norway take?",
    "The box arrived wet and torn DAY.",
    "The driver says nobody was home, but I was there DAY.",
    "Please hold the delivery of the THING until next Friday.",
  ],
  fault: [
    "The THING stopped working after one day.",
    "My THING makes a strange noise since DAY.",
    "The THING came with a scratch and a loose screw.",
    "The app crashes when I open the page of the THING.",
    "The switch of the THING is broken.",
    "The THING gets hot and smells burnt.",
    "The battery of the THING is empty after ten minutes.",
    "The zip of the THING tore DAY.",
    "An error appears when I press save in the app.",
  ],
  praise: [
    "The THING is wonderful, well made and quiet.",
    "Great service DAY, your colleague was very kind.",
    "I love the new colours of the THING.",
    "Best THING I have ever had, five stars.",
    "Fast, friendly, perfect. I will be back.",
    "My daughter is so happy with the THING.",
    "Thanks for the handwritten card in the box!",
    "The THING looks even better than in the images.",
    "Just wanted to say that your shop is a pleasure 😊",
  ],
};

function messages() {
  const rows = [];
  const seen = new Set();
  const classes = Object.keys(MESSAGES);
  while (rows.length < 400) {
    const name = classes[rows.length % classes.length];
    const text = one(MESSAGES[name]).replaceAll("THING", one(THINGS)).replaceAll("DAY", one(DAYS)) + one(ENDS);
    if (seen.has(text)) continue;
    seen.add(text);
    rows.push(`"${text.replaceAll('"', '""')}",${name}`);
  }
  writeFileSync(bundled("messages.csv"), `message,class\n${rows.join("\n")}\n`);
}

const corners = (count, inner) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const radius = i % 2 === 1 ? inner : 10;
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
  }).join(" ");
const SHAPES = {
  arrow: '<path d="M-10 -3H2V-9L11 0L2 9V3H-10Z"/>',
  circle: '<circle r="9"/>',
  cross: '<path d="M-3 -10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z"/>',
  heart: '<path d="M0 9C-14 -1 -9 -11 0 -4C9 -11 14 -1 0 9Z"/>',
  moon: '<path d="M4 -10A10 10 0 1 0 4 10A8 8 0 1 1 4 -10Z"/>',
  square: '<rect x="-8" y="-8" width="16" height="16"/>',
  star: `<polygon points="${corners(10, 4)}"/>`,
  triangle: `<polygon points="${corners(3, 10)}"/>`,
};

async function shapes() {
  const rows = [];
  const names = Object.keys(SHAPES);
  while (rows.length < 400) {
    const name = names[rows.length % names.length];
    const [hue, light] = [draw.nextIndex(360), 35 + draw.nextIndex(30)];
    const place = `translate(${13 + draw.nextIndex(7)} ${13 + draw.nextIndex(7)}) rotate(${draw.nextIndex(61) - 30}) scale(${(0.7 + draw.nextIndex(50) / 100).toFixed(2)})`;
    const paint =
      draw.nextIndex(2) === 0
        ? `fill="hsl(${hue},60%,${light}%)"`
        : `fill="none" stroke-width="2.5" stroke="hsl(${hue},60%,${light}%)"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="hsl(${draw.nextIndex(360)},30%,94%)"/><g transform="${place}" ${paint}>${SHAPES[name]}</g></svg>`;
    const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 10 }).toBuffer();
    const row = `"data:image/png;base64,${png.toString("base64")}",${name}`;
    if (!rows.includes(row)) rows.push(row);
  }
  writeFileSync(bundled("shapes.csv"), `image,class\n${rows.join("\n")}\n`);
}

messages();
await shapes();

import { describe, expect, test } from "vitest";
import { labellingConfig } from "../../src/label-studio/labelling-config.ts";
import { readTask, shownColumns } from "../../src/label-studio/read-task.ts";
import { webhookNews } from "../../src/label-studio/webhook-news.ts";

const choices =
  '<Choices name="sort" toName="a"><Choice value="x &amp; y"/><Choice value="z" alias="zed"></Choice></Choices>';

describe("a labelling configuration", () => {
  test("gives the classes as annotations write them, and what people see", () => {
    const xml = `<View>
      <!-- <Choices name="old"><Choice value="no"/></Choices> -->
      <Header value="What is it?"/><Text name='a' value='$body'/><Image name="i" value="$img"/>
      <Table name="t" value="$row"/><HyperText name="h" value="$page"/>${choices}
      <Choices name="second" toName="a"><Choice value="1"/><Choice value="2"/></Choices></View>`;
    expect(labellingConfig(xml)).toEqual({
      fromName: "sort",
      toName: "a",
      classes: ["x & y", "zed"],
      shown: [
        { key: "body", kind: "text" },
        { key: "img", kind: "media" },
        { key: "row", kind: "table" },
        { key: "page", kind: "html" },
      ],
    });
    expect(labellingConfig(xml, "second").classes).toEqual(["1", "2"]);
  });

  test("of a plain-text import names the key that it has", () => {
    const xml = `<View><Text name="a" value="$undefined$"/>${choices}</View>`;
    expect(labellingConfig(xml).shown).toEqual([{ key: "$undefined$", kind: "text" }]);
  });

  test.each([
    ["", "must have a <Choices> tag"],
    ["<View><Labels name='l' toName='a'/></View>", "must have a <Choices> tag"],
    ['<View><Choices name="c" toName="a" value="$options"/></View>', "at least two <Choice"],
    ['<View><Choices name="c" toName="a"><Choice value="one"/></Choices></View>', "but it has 1"],
    [choices.replace("toName", 'choice="multiple" toName'), "must take one answer per task"],
  ])("%s is rejected", (xml, said) => {
    expect(() => labellingConfig(xml)).toThrow(said);
  });
});

describe("a task", () => {
  const config = labellingConfig(
    `<View><Table name="a" value="$row"/><HyperText name="h" value="$page"/>${choices}</View>`,
  );
  const annotation = (chosen: string[], more: object = {}) => ({
    id: 5,
    result: [{ from_name: "other" }, { from_name: "sort", value: { choices: chosen } }],
    created_at: "2026-01-01T00:00:00Z",
    ...more,
  });

  test("has its table in columns, its page without markup, and its answer", () => {
    const data = { row: { age: 3, town: "Ulm" }, page: "<p>Hello <b>you</b></p><script>evil()</script>", n: 1 };
    const task = readTask({ id: 7, data, annotations: [annotation(["zed"])] }, config);
    expect(task?.item).toEqual({
      id: "7",
      cells: { id: 7, "row.age": 3, "row.town": "Ulm", page: "Hello you", n: 1 },
      answer: { label: "zed" },
      at: Date.parse("2026-01-01T00:00:00Z"),
    });
    expect(shownColumns(config, undefined, [task?.item ?? expect.unreachable()])).toEqual([
      "row.age",
      "row.town",
      "page",
    ]);
    expect(shownColumns(config, ["n"], [])).toEqual(["n"]);
  });

  test.each([
    [[annotation(["gone"])], null],
    [[annotation(["zed", "x & y"])], null],
    [[annotation([])], null],
    [[annotation(["zed"], { was_cancelled: true })], "skipped"],
    ["nonsense", null],
    [[null, 7, "x"], null],
  ])("with the annotations %j has the answer %j", (annotations, answer) => {
    expect(readTask({ id: 1, data: null, annotations }, config)?.item.answer).toEqual(answer);
  });
});

describe("a webhook", () => {
  const taskOf = (annotation: number) => new Map([[5, 50]]).get(annotation);
  test.each([
    [{ action: "ANNOTATION_CREATED", annotation: { id: 1, task: 9 } }, [9], false],
    [{ action: "ANNOTATIONS_CREATED", annotation: [{ task: 9 }, { task: { id: 8 } }, { task: 9 }] }, [9, 8], false],
    [{ action: "ANNOTATION_UPDATED", annotation: { id: 1 } }, [], true],
    [{ action: "ANNOTATION_UPDATED" }, [], true],
    [{ action: "ANNOTATIONS_DELETED", annotations: [{ id: 5 }] }, [50], false],
    [{ action: "ANNOTATIONS_DELETED", annotations: [5] }, [50], false],
    [{ action: "ANNOTATION_DELETED", annotation: { id: 5 } }, [50], false],
    [{ action: "ANNOTATIONS_DELETED", annotations: [{ id: 5 }, { id: 6 }] }, [], true],
    [{ action: "TASKS_CREATED", tasks: [] }, [], true],
    [{ action: "START_TRAINING" }, [], true],
    [{ action: "LABEL_LINK_DELETED" }, [], false],
    [{}, [], false],
  ])("%j has these tasks read again", (body, tasks, all) => {
    expect(webhookNews(body, taskOf)).toEqual({ tasks, all });
  });
});

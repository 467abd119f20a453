import fc from "fast-check";
import { expect, test } from "vitest";
import { voiceLimits } from "../../../../src/engine/learning/voice-limits.ts";

/** 1, 15/16, ..., 9/16, 1/2, 15/32 and so on. */
function floorAt(level: number): number {
  const octave = Math.ceil(level / 8);
  return (8 + octave * 8 - level) / 8 / 2 ** octave;
}

test("one scale alone is below a floor from ln(1 / floor) / scale on", () => {
  const limits = voiceLimits([{ scale: 2, weight: 0.3 }]);
  expect(limits[0]).toBeCloseTo(0, 3);
  expect(limits[8]).toBeCloseTo(Math.log(2) / 2, 3);
  expect(limits[12]).toBeCloseTo(Math.log(8 / 3) / 2, 3); // 12/32
  expect(limits[16]).toBeCloseTo(Math.log(4) / 2, 3);
});

test("beyond a limit the scales together are below its floor, a little before it they are not", () => {
  const member = fc.record({
    scale: fc.constantFrom(1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 5000),
    weight: fc.double({ min: 1e-5, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 6 }), (members) => {
      const total = members.reduce((sum, { weight }) => sum + weight, 0);
      const share = (distance: number) =>
        members.reduce((sum, { scale, weight }) => sum + weight * Math.exp(-scale * distance), 0) / total;
      voiceLimits(members).forEach((limit, level) => {
        const floor = floorAt(level);
        expect(share(limit)).toBeLessThan(floor);
        expect(share(limit)).toBeGreaterThan(floor * (1 - 2e-4));
      });
    }),
  );
});

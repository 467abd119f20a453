// Where all workers look for plans: a queue whose messages nobody takes. Each plan has a queue of its own, named after its
// key, so that plans can be counted, cancelled and retried apart from each other.
import type { Queue } from "bullmq";
import { type Announcement, announcementSchema } from "./payload.ts";
import type { QueueServer } from "./queue-server.ts";

const BOARD = "xpal-board";

/** The name of a plan's queue. */
export function queueOf(plan: string): string {
  return `xpal-${plan}`;
}

/** Makes a plan known; what was said of it before is replaced. */
export async function announce(server: QueueServer, announcement: Announcement): Promise<void> {
  const board = await server.queue(BOARD);
  const there = await board.getJob(announcement.plan);
  if (there === undefined) await board.add("plan", announcement, { jobId: announcement.plan });
  else await there.updateData(announcement);
}

/** All plans that are announced, the oldest first. Messages of other versions and nonsense are left out. */
export async function announced(server: QueueServer): Promise<Announcement[]> {
  const board = await server.queue(BOARD);
  const jobs = await board.getJobs(["waiting", "prioritized", "delayed", "active"], 0, 999, true);
  return jobs
    .flatMap((job) => {
      const parsed = announcementSchema.safeParse(job?.data);
      return parsed.success ? [parsed.data] : [];
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** What is said of one plan. */
export async function announcementOf(server: QueueServer, plan: string): Promise<Announcement | undefined> {
  const parsed = announcementSchema.safeParse((await (await server.queue(BOARD)).getJob(plan))?.data);
  return parsed.success ? parsed.data : undefined;
}

/** Takes a plan off the board, with all of its jobs. */
export async function takeDown(server: QueueServer, plan: string): Promise<void> {
  await emptyQueue(await server.queue(queueOf(plan)));
  await (await server.queue(BOARD)).remove(plan);
}

/** Removes all jobs of a queue, also those that are being done. */
export async function emptyQueue(queue: Queue): Promise<void> {
  await queue.obliterate({ force: true });
}

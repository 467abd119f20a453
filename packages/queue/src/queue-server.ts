// BullMQ on either server. Everything about connections is here: a first look that rejects a wrong address at once
// (BullMQ itself would try for ever), then queues that outlive the server's restarts.

import { isRejection } from "@xpal/core/check";
import { strictTls } from "@xpal/store";
import { type ConnectionOptions, createPostgresBackend, type PostgresQueueBackend, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import pg from "pg";
import { type QueueAddress, queueAddress } from "./queue-address.ts";
import { troubleOf } from "./queue-trouble.ts";

/** The schema that BullMQ's tables have in PostgreSQL. */
const SCHEMA = "xpal_queue";
/** How long a lock outlives its worker by default. It is renewed four times as often, and somebody looks for lost ones at
 * this share of it, so that a killed worker's job is free after at most 13 seconds. */
export const LOCK_MS = 10_000;
const CHECK_SHARE = 0.3;
/** A job may lose its worker this often and be tried again; the next time it is set aside. */
export const DEATHS_FORGIVEN = 2;
const CONNECT_MS = 10_000;
const CLOSE_MS = 3_000;

/** A server that carries queues. */
export interface QueueServer {
  readonly address: QueueAddress;
  /** A queue to add to and to look at. */
  queue(name: string): Promise<Queue>;
  /** A queue to take jobs from, by hand. */
  taker(name: string, worker: string, lockMs: number): Promise<Worker>;
  /** Closes one that is not needed any more. */
  drop(taker: Worker): Promise<void>;
  /** Turns an error of the server into a rejection; rejections of ours and of the store pass. */
  trouble(error: unknown): Error;
  /** Closes all that was opened. */
  close(): Promise<void>;
}

/**
 * Connects to a queue's server.
 * @param onError Called when a connection breaks; it is restored automatically.
 * @throws XpalError if the address, the login, the server or its version is wrong.
 */
export async function openQueueServer(url: string, onError: (error: unknown) => void = () => {}): Promise<QueueServer> {
  const address = queueAddress(url);
  const trouble = (error: unknown) => (isRejection(error) ? error : troubleOf(error, address));
  try {
    await (address.kind === "postgres" ? knockAtPostgres(url) : knockAtRedis(url));
  } catch (error) {
    throw trouble(error);
  }
  const open = new Set<Queue | Worker>();
  const made = async <T extends Queue | Worker>(one: T): Promise<T> => {
    (one as NodeJS.EventEmitter).on("error", onError);
    open.add(one);
    try {
      await one.waitUntilReady();
    } catch (error) {
      open.delete(one); // BullMQ remembers that it failed
      void within(one.close(), CLOSE_MS);
      throw error;
    }
    return one;
  };
  const queues = new Map<string, Promise<Queue>>();
  return {
    address,
    trouble,
    queue: (name) => {
      const there = queues.get(name) ?? made(newQueue(name, address));
      queues.set(name, there);
      there.catch(() => queues.delete(name));
      return there;
    },
    taker: (name, worker, lockMs) => made(newTaker(name, worker, lockMs, address)),
    drop: async (taker) => {
      open.delete(taker);
      await within(taker.close(true), CLOSE_MS);
    },
    close: async () => {
      await Promise.all([...open].map((one) => within(one.close(), CLOSE_MS)));
      open.clear();
    },
  };
}

function newQueue(name: string, { kind, url }: QueueAddress): Queue {
  const kept = { removeOnComplete: true, removeOnFail: false, attempts: 1 };
  if (kind === "redis") return new Queue(name, { connection: redisOptions(url), defaultJobOptions: kept });
  const options = { connection: postgresOptions(url), defaultJobOptions: kept };
  const queue = new Queue(name, options, createPostgresBackend);
  keepCalm(queue.getBackend());
  return queue as unknown as Queue;
}

function newTaker(name: string, worker: string, lockMs: number, { kind, url }: QueueAddress): Worker {
  const options = {
    name: worker,
    autorun: false,
    lockDuration: lockMs,
    stalledInterval: lockMs * CHECK_SHARE,
    maxStalledCount: DEATHS_FORGIVEN,
    removeOnComplete: { count: 0 },
  };
  if (kind === "redis") return new Worker(name, null, { ...options, connection: redisOptions(url) });
  const connection = postgresOptions(url);
  const taker = new Worker(name, null, { ...options, connection }, createPostgresBackend);
  keepCalm(taker.getBackend());
  return taker as unknown as Worker;
}

/** A connection that breaks between two queries of a transaction would end the process: nobody listens to it then. */
function keepCalm({ connection }: PostgresQueueBackend): void {
  connection.pool.on("connect", (client) => client.on("error", () => {}));
}

/** BullMQ's own tries come ever more slowly; ours keep to a second or two, as work waits. */
function redisOptions(url: string): ConnectionOptions {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times: number) => Math.min(250 * times, 2_000) };
}

function postgresOptions(url: string) {
  return {
    connectionString: strictTls(url),
    schema: SCHEMA,
    migrate: true,
    max: 2,
    connectionTimeoutMillis: CONNECT_MS,
  };
}

async function knockAtPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: strictTls(url), connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {}); // told by the query that fails
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => {});
  }
}

async function knockAtRedis(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: CONNECT_MS });
  let cause: unknown;
  client.on("error", (error) => {
    cause ??= error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw cause ?? error; // "Connection is closed." hides why
  } finally {
    client.disconnect();
  }
}

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work.catch(() => {}), late]).finally(() => clearTimeout(timer));
}

// The job of the collection: what runs, asked for every two seconds while somebody listens.

import { get, post } from "./api";

export interface Job {
  state: "idle" | "running" | "stopping"; work: string | null; more?: number; minutes?: number;
  then?: string;  // What follows the training that runs; "" for nothing.
  started?: string; exit_code?: number; was_stopped?: boolean; output?: string; beside: string;
  search: string;  // The address of the search page; "" while there is no index.
}

const kLook = 1500;  // milliseconds

export class Jobs {
  private readonly listeners = new Set<(job: Job) => void>();
  private timer = 0;
  last: Job | null = null;

  constructor(readonly collection: string) {}

  listen(listener: (job: Job) => void): () => void {
    this.listeners.add(listener);
    if (this.last) listener(this.last);
    if (this.listeners.size === 1) void this.look();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearTimeout(this.timer);
    };
  }
  end(): void {
    this.listeners.clear();
    clearTimeout(this.timer);
  }

  private tell(job: Job): void {
    this.last = job;
    for (const listener of this.listeners) listener(job);
  }
  private async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      if (!document.hidden) this.tell(await get<Job>("job", { collection: this.collection }));
    } catch { /* the head of the page says that nothing answers */ }
    if (this.listeners.size > 0) this.timer = window.setTimeout(() => void this.look(), kLook);
  }
  async change(body: object): Promise<void> {
    this.tell(await post<Job>("job", { collection: this.collection, ...body }));
  }
  // Resolves with the job when it has ended; does not start anything.
  async ended(): Promise<Job> {
    return new Promise((resolve) => {
      const stop = this.listen((job) => {
        if (job.state !== "idle") return;
        queueMicrotask(() => stop());
        resolve(job);
      });
    });
  }
}

export function stateText(job: Job): string {
  if (job.state !== "idle") return "porthole " + job.work + " is " + job.state;
  if (job.beside) return "A crawl runs beside the console: " + job.beside + " writes into the collection";
  if (!job.work) return "Nothing runs";
  if (job.was_stopped) return "porthole " + job.work + " was paused";
  return "porthole " + job.work + " has ended" + (job.exit_code === 0 ? "" : " with exit code " + job.exit_code);
}

export const hasEndedWell = (job: Job): boolean => job.state === "idle" && !job.was_stopped && (job.exit_code === 0 || job.exit_code === 1);

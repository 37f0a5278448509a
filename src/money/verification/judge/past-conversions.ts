import type { PastConversion } from './past-event.store';

/** Conversions of an hour, one after the other. */
export class PastConversions {
  private next: PastConversion | null = null;

  /** @param all in the order of judging */
  constructor(private readonly all: AsyncGenerator<PastConversion>) {}

  /** Takes the next conversions that were judged before a batch; empty: no more are left. */
  async takeBefore(batch: number, most: number): Promise<readonly PastConversion[]> {
    const taken: PastConversion[] = [];
    while (taken.length < most) {
      this.next ??= await this.read();
      if (this.next === null || this.next.verdict.batch >= batch) break;
      taken.push(this.next);
      this.next = null;
    }
    return taken;
  }

  private async read(): Promise<PastConversion | null> {
    const next = await this.all.next();
    return next.done === true ? null : next.value;
  }
}

import { quarterMs } from '../../time';
import { localHour } from '../../time-zone';

/** Some campaigns are in zones that nobody else is in. */
const mostKept = 1_000;

/** The hours that clocks of time zones show, counted since 1970: an hour that comes twice has one number. */
export class LocalHours {
  private readonly kept = new Map<string, number>();
  private quarter = -1;

  at(timeZone: string, ms: number): number {
    const quarter = Math.floor(ms / quarterMs);
    if (quarter !== this.quarter || this.kept.size >= mostKept) {
      this.kept.clear();
      this.quarter = quarter;
    }
    let hour = this.kept.get(timeZone);
    if (hour === undefined) this.kept.set(timeZone, (hour = localHour(timeZone, ms)));
    return hour;
  }
}

import { hourMs } from './time';

/** The start of the clock hour (UTC) that a time lies in. */
export function hourOf(at: Date): Date {
  return new Date(hourIdOf(at) * hourMs);
}

/** The number of the clock hour that a time lies in, counted from the epoch. */
export function hourIdOf(at: Date): number {
  return Math.floor(at.getTime() / hourMs);
}

/** The start of the clock hour of a number. */
export function hourOfId(id: number): Date {
  return new Date(id * hourMs);
}

/** The start of the clock hour after the one that a time lies in. */
export function nextHourOf(at: Date): Date {
  return new Date((hourIdOf(at) + 1) * hourMs);
}

/** By so much clocks differ, and so long it takes to tell every gateway of what begins with an hour. */
const marginMs = 10_000;

/** The start of the first clock hour for which something may still be set: it begins in more than 10 seconds. */
export function nextOpenHourOf(at: Date): Date {
  return nextHourOf(new Date(at.getTime() + marginMs));
}

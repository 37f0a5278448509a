const subjects = ['device', 'country', 'hours'] as const;
export type ModifierSubject = (typeof subjects)[number];

/** A part of the bid, as it is typed. */
export interface ModifierRow {
  readonly of: ModifierSubject;
  /** A device, a country, or days and hours. */
  readonly value: string;
  readonly multiplier: string;
}

export const isSubject = (value: string): value is ModifierSubject =>
  subjects.some((subject) => subject === value);

export const newRow: ModifierRow = { of: 'device', value: 'mobile', multiplier: '' };

/** The row as the server takes it. */
export function toEntry({ of, value, multiplier }: ModifierRow): string {
  const typed = value.trim();
  const subject = of === 'hours' ? typed : `${of}:${typed.toLowerCase()}`;
  return `${subject} ${multiplier.trim().replace(',', '.')}`;
}

/** The other way round. */
export function toRow(entry: string): ModifierRow {
  const end = entry.lastIndexOf(' ');
  const [subject, multiplier] = [entry.slice(0, end), entry.slice(end + 1)];
  const [of = '', value = ''] = subject.split(':', 2);
  return of === 'device' || of === 'country'
    ? { of, value, multiplier }
    : { of: 'hours', value: subject, multiplier };
}

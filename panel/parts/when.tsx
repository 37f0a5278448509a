import { locale } from '../texts/texts';

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time as a text. */
export const formatTime = (at: string): string => minute.format(new Date(at));

/** A point in time, in the person's zone and way of writing. */
export function When({ at, isDay = false }: { readonly at: string; readonly isDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={minute.format(date)} className="nowrap">
      {(isDay ? day : minute).format(date)}
    </time>
  );
}

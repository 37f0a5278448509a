const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time, in the person's zone and way of writing. */
export function When({ at, isDay = false }: { readonly at: string; readonly isDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={minute.format(date)} className="nowrap">
      {(isDay ? day : minute).format(date)}
    </time>
  );
}

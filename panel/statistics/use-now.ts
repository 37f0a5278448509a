import { useEffect, useState } from 'react';

/** How often is looked at what nothing tells of. */
export const lookEveryMs = 10_000;

/** The time, by which a range ends: it goes on while the page is open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

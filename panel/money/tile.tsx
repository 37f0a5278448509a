import type { ReactNode } from 'react';

/** A figure, and a line on it. */
export function Tile({
  label,
  value,
  children,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="tile">
      <span className="tile-label">{label}</span>
      <span className="tile-value">{value}</span>
      <span className="tile-change">{children}</span>
    </div>
  );
}

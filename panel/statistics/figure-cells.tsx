import { formatFigure, type Series } from './series';
import type { Figures } from './figures';

/** The heads of a table of figures: the thing, and what is counted of it. */
export function FigureHeads({
  name,
  columns,
}: {
  readonly name: string;
  readonly columns: readonly Series[];
}) {
  return (
    <>
      <th scope="col">{name}</th>
      {columns.map((column) => (
        <th key={column.name} scope="col" className="number">
          {column.label}
        </th>
      ))}
    </>
  );
}

/** The figures of one thing, behind its name. */
export function FigureCells({
  figures,
  columns,
}: {
  readonly figures: Figures;
  readonly columns: readonly Series[];
}) {
  return columns.map((column) => (
    <td key={column.name} data-label={column.label} className="number">
      {formatFigure(figures, column)}
    </td>
  ));
}

/** The problem of a list, or of a group of fields; forms lead to it as to a field. */
export const ListProblem = ({ problem }: { readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <p className="bad" role="alert" tabIndex={-1} data-problem>
      {problem}
    </p>
  );

import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { secondFactorAsked } from '../second-factor-asked';
import { sessionEnded } from '../session-ended';
import { t } from '../texts/texts';

/** Field of the input, as the panel names it, to what is wrong with it. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** Why a request has no result. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    /** `extensions.code` of GraphQL; `NETWORK` where nothing has come back. */
    readonly code: string,
    message: string,
    /** Only for `VALIDATION_FAILED`. */
    readonly fields: FieldProblems = {},
    /** `second_factor_required`: a code has to be shown first. */
    readonly reason: string | null = null,
  ) {
    super(message);
  }
}

/** Codes of errors that pass by themselves: the network comes back, a busy server gets through its work. */
export const passing: ReadonlySet<string> = new Set(['NETWORK', 'SERVICE_UNAVAILABLE']);

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly details?: FieldProblems;
      readonly reason?: string;
    };
  }[];
  /** Status of an answer without errors of GraphQL: the operation was not begun. */
  readonly code?: number;
  readonly message?: string;
}

/** Names of the statuses that are said before an operation is begun. */
const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * Sends an operation to this server, in the session of the cookie; once more where a code of the second factor has to be shown
 * first, and was.
 *
 * @throws {RequestError}
 */
export async function request<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const send = async () =>
    readAnswer(document, await post(messageOf(document, variables), signal ?? null));
  try {
    return await send();
  } catch (error) {
    const isAsked = error instanceof RequestError && error.reason === 'second_factor_required';
    if (!isAsked || !(await secondFactorAsked.ask())) throw error;
    return send();
  }
}

/** Sends an operation while the page is being left: the browser delivers it, and nobody hears the answer. */
export function sendOnLeaving<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): void {
  void fetch('/graphql', { ...messageOf(document, variables), keepalive: true });
}

const messageOf = <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: print(document), variables }),
});

async function post(message: RequestInit, signal: AbortSignal | null): Promise<unknown> {
  try {
    const response = await fetch('/graphql', { ...message, signal });
    return await response.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestError('NETWORK', t('common.theServerCannotBeReached'));
  }
}

/** The result in an answer to the operation. @throws {RequestError} for an answer with errors. */
export function readAnswer<Result, Variables>(
  _document: TadaDocumentNode<Result, Variables>,
  body: unknown,
): Result {
  // The server answers as the schema says, from which the types are made.
  const { data, errors, code: status = 500, message: said } = body as Answer<Result>;
  const [error] = errors ?? [];
  if (!error && data != null) return data;
  const {
    code = codes[status] ?? 'INTERNAL_SERVER_ERROR',
    details,
    reason,
  } = error?.extensions ?? {};
  if (code === 'UNAUTHENTICATED') sessionEnded.announce();
  const message = error?.message ?? said ?? t('common.theServerHasNotAnswered');
  throw new RequestError(code, message, details, reason);
}

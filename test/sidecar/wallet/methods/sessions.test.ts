import { describe, expect, it } from '@jest/globals';
import { parseHex } from '../../../../sidecar/ledger/hex';
import type { Behaviour } from '../../support';
import { refusalInfo, startNode } from '../../support';
import { sessions, type RecordedSession } from '../../ledger/recordings';
import { startWallet, withChecksum, type RunningWallet } from '../support';

type Members = Readonly<Record<string, unknown>>;

/** Sessions that cannot be replayed through a wallet, each with the reason. */
const excluded = new Map<string, string>([
  ['run_missing', 'a line of the recorded client without a method'],
  ['not_json', 'a line of the recorded client that is no JSON; the dispatcher has its own tests'],
  ['no_secret', 'a wallet without a key does not start'],
  ['nice_output', 'the same as get_me_fresh, printed over several lines'],
  ['empty_line', 'a feature of lines'],
  ['dot_line', 'a feature of lines'],
  ['comment_line', 'a feature of lines'],
  ['send_many_dup', 'one account twice in an object: JSON has each name once when it is read'],
  ['send_many_duplicate_key_json', 'as above'],
  [
    'change_account_key_then_tx_same_session',
    'the recorded client signs with the old secret and the new public key; no wallet should',
  ],
  ['create_account_send_again', 'the recorded client loses the key; send_again refuses such data'],
  ['log_account_send_again', 'the recorded client sends memory of its own behind the data'],
  ['tx_without_get_me', 'the recorded client signs with a made-up hash; the wallet asks first'],
  ['get_log_from', 'the recorded client asks from where its file of old entries ends'],
  ['b2_get_log_twice', 'as above'],
  ['b2_get_blocks_all', 'needs a file of blocks that the wallet does not keep'],
  [
    'redirect_read',
    'names a port of the machine it was recorded on; redirects have their own test',
  ],
  ['redirect_then_tx', 'as above'],
]);

/** Sessions whose last call the wallet refuses, with the code, where the recorded client went on. */
const refused = new Map<string, { readonly code: number; readonly reason: string }>(
  [
    ...['amount_case_01', 'amount_case_03', 'amount_case_04', 'amount_case_05'].map((name) => ({
      name,
      reason: 'an oddity of the recorded parser: no digit before the point, a blank, a sign',
    })),
    ...['amount_case_06', 'amount_case_13', 'amount_case_16', 'send_one_negative'].map((name) => ({
      name,
      reason: 'an amount with a sign',
    })),
    { name: 'amount_case_08', reason: 'amount and fee are past 64 bits' },
    { name: 'send_many_zero', reason: 'the node would refuse it with 18' },
    { name: 'send_many_neg', reason: 'an amount with a sign' },
    { name: 'broadcast_ascii', reason: 'a message is hex' },
    { name: 'broadcast_65546', reason: 'the recorded client cuts the length to 16 bits' },
    { name: 'broadcast_odd_hex', reason: 'the recorded client reads half a byte as zero' },
    { name: 'broadcast_nonhex', reason: 'the recorded client reads other letters as zero' },
    { name: 'extra_data', reason: 'nodes ignore it, and the signature does not cover it' },
    { name: 'send_one_dry_sender_no_secret', reason: 'the wallet signs for its own account only' },
    { name: 'decode_raw_get_account', reason: 'it is not a transaction' },
  ].map(({ name, reason }) => [name, { code: -32602, reason }] as const),
)
  .set('run_unknown', { code: -32601, reason: 'there is no such method' })
  .set('get_fields', { code: -32601, reason: 'lists names of the recorded client itself' });

const replayed = sessions.filter(({ name }) => !excluded.has(name));

/**
 * Answers each recorded request with what was recorded for it, in turn. The recorded client signs by
 * what it has read before; the wallet reads its account anew, and gets it as the last answer had it.
 */
function replayConnections({ connections }: RecordedSession): Behaviour {
  const answers = new Map<string, string[]>();
  for (const { sent, received } of connections) {
    sent.forEach((request, index) => {
      const answer = received[index];
      if (answer !== undefined) answers.set(request, [...(answers.get(request) ?? []), answer]);
    });
  }
  let account: string | undefined;
  let wasRead = false;
  return (request, socket) => {
    const isRead = isReadOfOwnAccount(request);
    // Nothing has happened since the last answer, so that the next recorded one is for later.
    const recorded = isRead && wasRead ? undefined : answers.get(request)?.shift();
    wasRead = isRead;
    const again = isRead && account ? `0401000000000000${account}${account}` : undefined;
    const answer = recorded ?? again;
    if (answer === undefined) {
      socket.destroy();
      return;
    }
    const isOfAccount = isRead || isTransaction(request);
    if (isOfAccount && answer.slice(8, 16) === '00000000') account = answer.slice(16, 16 + 256);
    socket.write(parseHex(answer));
  };
}

/** Both look at the type byte after the length word; the first member of a read is whose account. */
const isTransaction = (request: string) => Number.parseInt(request.slice(8, 10), 16) < 16;
const isReadOfOwnAccount = (request: string) =>
  request.slice(8, 10) === '10' && request.slice(10, 22) === request.slice(22, 34);

const integers = ['msid', 'time', 'node', 'status'];

/** The recorded client took everything as text; the wallet wants JSON of the right type. */
function toParams(request: Members, flags: readonly string[]): Record<string, unknown> {
  const { run, ...given } = request;
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (integers.includes(name) || (name === 'from' && run === 'get_log')) {
      params[name] = Number(value);
    } else if (name === 'wires') {
      params[name] = Object.fromEntries(
        Object.entries(value as Members).map(([address, amount]) => [
          withChecksum(address),
          String(amount),
        ]),
      );
    } else if (name === 'full') params[name] = true;
    else params[name] = typeof value === 'string' ? withChecksum(value) : String(value);
  }
  return flags.includes('-d') ? { ...params, '_dry-run': true } : params;
}

/** The second that the client's clock showed, as far as it can be told from what it printed. */
function secondOf(session: RecordedSession, printed: Members): number {
  const { time = '0' } = (printed.tx ?? {}) as { time?: string };
  const second = Number(time);
  const block = Number(printed.current_block_time);
  if (second >= block && second < block + 512) return second;
  return Math.max(Math.floor(session.startedAt), block || 0);
}

/** Broadcasts are verified by the key of whoever made them, not of whoever reads them. */
function verified(printed: Members): Members {
  const { broadcast } = printed as { broadcast?: readonly Members[] };
  if (!broadcast) return printed;
  return { ...printed, broadcast: broadcast.map((item) => ({ ...item, verify: 'passed' })) };
}

/** The recorded client shows zeros for the key of a new account that it reads back. */
function withKey(printed: Members, recorded: RecordedSession): Members {
  const { network_tx: tx } = printed as { network_tx?: { readonly data: string } };
  if (!tx?.data.startsWith('06')) return printed;
  const block = tx.data.slice(34, 106);
  const signature = tx.data.slice(106);
  const raw = recorded.connections
    .flatMap(({ received }) => received)
    .join()
    .toUpperCase();
  const found = raw.slice(raw.indexOf(signature) + signature.length).slice(0, block.length);
  return {
    ...printed,
    network_tx: { ...tx, data: tx.data.slice(0, 34) + found + signature },
  };
}

/** Of requests that only read, what the recorded client printed of its own state means nothing. */
function withoutState(printed: Members): Members {
  const { tx } = printed as { tx?: { data: string } };
  if (!tx || Number.parseInt(tx.data.slice(0, 2), 16) < 16) return printed;
  return {
    ...printed,
    tx: Object.fromEntries(Object.entries(tx).filter(([name]) => !name.startsWith('account_'))),
  };
}

async function expectSame(
  wallet: RunningWallet,
  {
    request,
    flags,
    printed,
    refusal,
  }: {
    readonly request: Members;
    readonly flags: readonly string[];
    readonly printed: Members;
    readonly refusal: { readonly code: number } | undefined;
  },
): Promise<void> {
  const { run } = request;
  const isOwn = run === 'get_account' && request.address === undefined;
  const method = isOwn ? 'get_me' : String(run);
  const outcome = await wallet.call(method, toParams(request, flags));
  if (method === 'get_block' || method === 'get_blocks') {
    expect(outcome).toMatchObject({ error: { code: -32601 } });
    return;
  }
  const { error_code: code, error: message, error_info: info } = printed;
  if (refusal) {
    expect(outcome).toMatchObject({ error: { code: refusal.code } });
  } else if (code === undefined) {
    expect(outcome).toEqual({ result: withoutState(printed) });
    expect(JSON.stringify(outcome.result)).toBe(JSON.stringify(withoutState(printed)));
  } else if (code === '50' || code === '255' || code === '25') {
    expect(outcome).toMatchObject({ error: { code: -32602 } });
  } else if (code === '28') {
    expect(outcome).toMatchObject({ error: { code: -32010 } });
  } else {
    expect(outcome).toEqual({
      error: {
        code: -32000,
        message,
        data: {
          code: Number(code),
          info: method.startsWith('get_') ? info : refusalInfo(code, info),
        },
      },
    });
  }
}

it('every exclusion is of a recorded session', () => {
  const names = sessions.map(({ name }) => name);
  const unknown = [...excluded.keys(), ...refused.keys()].filter((name) => !names.includes(name));
  expect(unknown).toEqual([]);
});

describe('the wallet does what was recorded', () => {
  it.each(replayed)('$name', async (session) => {
    await using node = await startNode(replayConnections(session));
    const flagOf = (name: string) => session.flags[session.flags.indexOf(name) + 1]!;
    let second = 0;
    await using wallet = await startWallet([node.node], {
      address: session.flags.includes('-A') ? flagOf('-A') : '0001-00000002-BB2D',
      secret: session.secret ?? 'nobody',
      now: () => second * 1000,
    });
    for (const [index, request] of session.request.entries()) {
      const recorded = session.printed![index];
      // The recorded client gives up after some errors.
      if (!recorded) break;
      const isLast = index === session.printed!.length - 1;
      second = secondOf(session, recorded);
      await expectSame(wallet, {
        request: request as Members,
        flags: session.flags,
        printed: withKey(verified(recorded), session),
        refusal: isLast ? refused.get(session.name) : undefined,
      });
    }
    expect(wallet.unexpected).toEqual([]);
  });
});

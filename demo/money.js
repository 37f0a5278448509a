import { exchange } from './recorder.js';
import { body, code, showStep } from './timeline.js';

/** @import { DemoEvent, Exchange, Fact } from './types' */
/** @typedef {Exchange & { readonly events: readonly DemoEvent[] }} FoundCase */

/** Verdicts take seconds, payments wait for the ledger's block. */
const lookEveryMs = 2000;
/** By then it was paid, or this server pays nobody. */
const patienceMs = 180_000;

/**
 * Follows a view from its verdict to its payment, and shows how far it is.
 *
 * @param {HTMLElement} list of steps
 * @param {string} cid
 * @param {AbortSignal} signal ends it
 */
export async function followMoney(list, cid, signal) {
  const giveUpAt = performance.now() + patienceMs;
  let isOver = false;
  /** @type {string | undefined} */
  let shown = '';
  const isStopped = () => signal.aborted;
  while (!isOver && !isStopped()) {
    const found = await caseOf(cid).catch(() => null);
    if (isStopped()) return;
    const view = found?.events.find(({ kind }) => kind === 'impression');
    isOver = performance.now() > giveUpAt || hasEnded(view);
    const seen = JSON.stringify(found?.events);
    // Drawn anew it would close what somebody has opened.
    if (found && seen !== shown) show(list, found, view);
    shown = seen;
    if (!isOver) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/**
 * Finds the verdicts, charges and payments of a case's events.
 * @param {string} cid
 * @returns {Promise<FoundCase>}
 */
async function caseOf(cid) {
  const found = await exchange(`/demo/cases/${cid}`);
  if (found.status !== 200) return { ...found, events: [] };
  const { events } = /** @type {{ events: DemoEvent[] }} */ (found.answer);
  return { ...found, events };
}

/** @param {DemoEvent | undefined} view */
function hasEnded(view) {
  if (view?.status === 'accepted')
    // Another server pays at a time of its own.
    return view.demandServer !== null || view.payment?.state === 'confirmed';
  return view?.status === 'rejected';
}

/**
 * @param {HTMLElement} list
 * @param {FoundCase} found
 * @param {DemoEvent | undefined} view
 */
function show(list, found, view) {
  const { verdict, why } = stageOf(view);
  showStep(list, {
    name: 'money',
    title: '8. Money',
    why,
    exchange: found,
    outcome: view?.status === 'rejected' ? 'bad' : hasEnded(view) ? 'good' : 'waiting',
    verdict,
    facts: [...factsOf(view), ['Came back', body('the events of this case', found.events)]],
  });
}

/** @param {DemoEvent | undefined} view */
function stageOf(view) {
  if (!view || view.status === 'pending')
    return { verdict: 'not yet verified', why: 'The server holds the view against its rules.' };
  if (view.status === 'rejected')
    return { verdict: 'rejected', why: `The view earns nothing: ${view.reason}.` };
  if (view.demandServer !== null)
    return {
      verdict: 'led on',
      why: 'The ad is another server’s, which was told of the view. It pays by the hour, for all views of that hour together.',
    };
  if (!view.payment)
    return {
      verdict: 'charged',
      why: 'The advertiser was charged. The publisher’s part is paid by a gateway with a wallet.',
    };
  if (view.payment.state === 'confirmed')
    return { verdict: 'paid', why: 'The ledger has the payment in a closed block.' };
  return { verdict: view.payment.state, why: 'Signed, and on its way to a block of the ledger.' };
}

/**
 * @param {DemoEvent | undefined} view
 * @returns {readonly Fact[]}
 */
function factsOf(view) {
  if (view?.status !== 'accepted') return [];
  const { charge, revenue, payment, demandServer } = view;
  if (demandServer !== null)
    return [
      ['Verified', 'accepted'],
      ['Paid by', code(demandServer)],
    ];
  /** @type {Fact[]} */
  const facts = [
    ['Verified', 'accepted'],
    ['Charged', `${charge} coins, of which the publisher gets ${revenue}`],
  ];
  if (!payment) return facts;
  const { amount, address, transactionId } = payment;
  facts.push(['Payment', `${amount} coins, with other views, to ${address}`]);
  if (transactionId) facts.push(['Transaction', code(transactionId)]);
  return facts;
}

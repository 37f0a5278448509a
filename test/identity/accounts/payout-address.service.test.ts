import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeTime } from '../../../src/platform/mail/writing';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { mostProvenAddresses } from '../../../src/identity/accounts/account-address.store';
import { minuteMs } from '../../../src/time';
import { accessToken, send, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { startMailApp } from '../../support/mail-app';
import type { SmtpServer } from '../../support/smtp-server';
import { addressOfUser } from '../../money/payments/ledger-world';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
let mongodbUri: string;
beforeAll(async () => {
  ({ app, smtp, mongodbUri } = await startMailApp());
});

let users = 100;
const anAddress = () => addressOfUser((users += 1));

async function anAccount() {
  const email = `payee-${(users += 1)}@pay.example`;
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  return { id, email, token: body.apiToken as string };
}

async function set(token: string, address: string, itsPassword?: string) {
  const { body } = await send(`${app.url}/graphql`, {
    headers: { Authorization: `Bearer ${token}` },
    json: {
      query:
        'mutation ($address: String!, $password: String) { setPayoutAddress(address: $address, password: $password) { payoutAddress payoutAddressChangedAt provenAddresses } }',
      variables: { address, password: itsPassword ?? null },
    },
  });
  return body;
}

/** Sets the address. @returns the error's code, or the address */
async function outcomeOf(...args: Parameters<typeof set>): Promise<string> {
  const { data, errors } = await set(...args);
  return errors?.[0].extensions.code ?? data.setPayoutAddress.payoutAddress;
}

async function after<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const { now } = app.clock;
  app.clock.now = () => new Date(now().getTime() + ms);
  return work().finally(() => (app.clock.now = now));
}

/** Finds the publisher of a find that names a publisher. */
async function publisherOf(publisher: string, host: string): Promise<string | null> {
  const { status } = await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: '1'.repeat(32), url: `https://${host}/`, publisher },
      placements: [{ id: 'a', width: '300', height: '250' }],
    },
  });
  expect(status).toBe(200);
  const site = await app.ctx.sites.models[0]!.findOne({ host }).lean<{ publisherId: string }>();
  return site?.publisherId ?? null;
}

describe('setPayoutAddress', () => {
  it('sets the first one at once, without a mail or a wait', async () => {
    const { token } = await anAccount();
    const address = anAddress();
    const mailed = smtp.mails.length;
    expect((await set(token, ` ${address.toLowerCase()} `)).data.setPayoutAddress).toEqual({
      payoutAddress: `ads:${address}`,
      payoutAddressChangedAt: null,
      provenAddresses: [],
    });
    expect(smtp.mails).toHaveLength(mailed);
  });

  it('tells of a change by mail, and from when on is paid', async () => {
    const { email, token } = await anAccount();
    await set(token, anAddress());
    const address = `ads:${anAddress()}`;
    const mailed = smtp.mails.length;
    const { data } = await set(token, address);
    const { payoutAddress, payoutAddressChangedAt } = data.setPayoutAddress;
    expect(payoutAddress).toBe(address);
    const mail = await smtp.received(mailed + 1);
    expect([mail.to, mail.subject]).toEqual([email, 'Your payout address was changed']);
    const goodFrom = new Date(Date.parse(payoutAddressChangedAt) + 24 * 60 * minuteMs);
    expect(mail.text).toContain(address);
    expect(mail.text).toContain(writeTime('en', goodFrom));
  });

  it('takes right passwords that come at once for no guesses', async () => {
    const { token } = await anAccount();
    const address = anAddress();
    await set(token, address);
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () => outcomeOf(token, address, password)),
    );
    expect(outcomes).toEqual(Array(16).fill(`ads:${address}`));
  });

  it('changes nothing for the address that is set', async () => {
    const { token } = await anAccount();
    const address = anAddress();
    await set(token, address);
    const { data } = await set(token, address);
    expect(data.setPayoutAddress.payoutAddressChangedAt).toBeNull();
  });

  it('wants the password ten minutes after the log-in', async () => {
    const { token } = await anAccount();
    const [one, other] = [`ads:${anAddress()}`, `ads:${anAddress()}`];
    await after(10 * minuteMs - 5_000, async () => {
      expect(await outcomeOf(token, one)).toBe(one);
    });
    await after(11 * minuteMs, async () => {
      expect(await outcomeOf(token, other)).toBe('FORBIDDEN');
      expect(await outcomeOf(token, other, 'wrong')).toBe('VALIDATION_FAILED');
      expect(await outcomeOf(token, other, '')).toBe('VALIDATION_FAILED');
      expect(await outcomeOf(token, other, password)).toBe(other);
    });
  });

  it('refuses a wrong password though the log-in is fresh, and stops who guesses', async () => {
    const { token } = await anAccount();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 7; tries += 1)
      outcomes.push(await outcomeOf(token, anAddress(), `wrong ${tries}`));
    expect(outcomes[0]).toBe('VALIDATION_FAILED');
    expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  it.each([
    ['a checksum that is wrong', '0001-00000002-0000'],
    ['another network', `bsc:0x${'a'.repeat(40)}`],
    ['a bitcoin address', 'btc:1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['no address', ''],
    ['a network that there is not', `xyz:${addressOfUser(7)}`],
    ['a long text', 'a'.repeat(10_000)],
  ])('refuses %s', async (_case, address) => {
    const { token } = await anAccount();
    expect(await outcomeOf(token, address)).toBe('VALIDATION_FAILED');
  });

  it('refuses the server’s own address', async () => {
    const { token } = await anAccount();
    expect(await outcomeOf(token, app.ctx.config.ledgerAddress)).toBe('VALIDATION_FAILED');
  });

  it('takes no access token, whatever its scopes', async () => {
    const token = await accessToken(app, { scopes: ['payment.read', 'site.write'] });
    expect(await outcomeOf(token, anAddress(), password)).toBe('FORBIDDEN');
  });

  it('lets one of two racing changes win', async () => {
    const { id, token } = await anAccount();
    const addresses = Array.from({ length: 4 }, () => `ads:${anAddress()}`);
    const outcomes = await Promise.all(addresses.map((one) => outcomeOf(token, one)));
    const { payoutAddress, payoutAddressChangedAt } = (await app.ctx.accounts.findById(id))!;
    expect(addresses).toContain(payoutAddress);
    const won = outcomes.filter((one) => one !== 'CONFLICT');
    expect(won).toContain(payoutAddress);
    expect(payoutAddressChangedAt === null).toBe(won.length === 1);
  });
});

describe('somebody else’s address as one’s own', () => {
  it('earns nothing of finds that name it, whether they came before or come later', async () => {
    const [before, later] = [`ads:${anAddress()}`, `ads:${anAddress()}`];
    const owner = await publisherOf(before, 'before.example');
    const [thief, other] = [await anAccount(), await anAccount()];
    await set(thief.token, before);
    await set(other.token, later);
    expect(await publisherOf(before, 'before-2.example')).toBe(owner);
    const found = await publisherOf(later, 'later.example');
    expect([thief.id, other.id, owner]).not.toContain(found);
    expect(await app.ctx.accounts.findById(found!)).toMatchObject({
      payoutAddress: later,
      provenAddresses: [later],
      email: null,
    });
  });
});

describe('adgate user payout', () => {
  const payout = (...args: readonly string[]) =>
    runCommand(mongodbUri, ['user', 'payout', ...args]);

  it('sets an address, and lets finds name the account by it', async () => {
    const { id, email } = await anAccount();
    const address = anAddress();
    const { exitCode, json } = await payout(email, address);
    expect([exitCode, json]).toEqual([
      0,
      expect.objectContaining({
        payoutAddress: `ads:${address}`,
        payoutAddressChangedAt: null,
        provenAddresses: [`ads:${address}`],
      }),
    ]);
    expect(await publisherOf(`ads:${address}`, `host-${users}.example`)).toBe(id);
    const other = await payout(email, anAddress());
    expect(other.json.payoutAddressChangedAt).not.toBeNull();
  });

  it('takes no address from who is named by it', async () => {
    const address = `ads:${anAddress()}`;
    const owner = await publisherOf(address, `host-${users}.example`);
    const { email } = await anAccount();
    const { json } = await payout(email, address);
    expect(json).toMatchObject({ payoutAddress: address, provenAddresses: [] });
    expect((await app.ctx.accounts.findByProvenAddress(address))?.id).toBe(owner);
  });

  it('refuses what is no address, and nobody', async () => {
    const { email } = await anAccount();
    expect((await payout(email, 'bsc:nothing')).exitCode).toBe(2);
    expect((await payout('nobody@pay.example', anAddress())).exitCode).toBe(1);
  });
});

describe('proven addresses', () => {
  it('are few', async () => {
    const { id } = await anAccount();
    const addresses = Array.from({ length: mostProvenAddresses }, () => `ads:${anAddress()}`);
    for (const address of addresses) await app.ctx.accounts.addProvenAddress(id, address);
    expect(await app.ctx.accounts.addProvenAddress(id, `ads:${anAddress()}`)).toBeNull();
    const again = await app.ctx.accounts.addProvenAddress(id, addresses[0]!);
    expect(again?.provenAddresses).toEqual(addresses);
  });
});

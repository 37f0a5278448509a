import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, sendGraphql } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { addressOfUser } from '../payments/ledger-world';
import { coin } from '../payments/paying-world';
import { type ClaimingWorld, startClaimingWorld } from './claiming-world';

const email = 'ada@claims.example';

let world: ClaimingWorld;
let token: string;
beforeAll(async () => {
  world = await startClaimingWorld();
  token = await logIn(world.app, 'publisher', email);
});
afterAll(() => world.close());

const run = (...args: readonly string[]) => runCommand(world.mongodbUri, args);

async function query(text: string) {
  const { body } = await sendGraphql(world.app, token, text);
  return body;
}

describe('claims in GraphQL', () => {
  it('give a code, and say when it was shown', async () => {
    const members = '{ address code expiresAt provenAt transactionId }';
    const asked = await query(
      `mutation { claimAddress(address: "${addressOfUser(6)}") ${members} }`,
    );
    const { code } = asked.data.claimAddress;
    expect(asked.data.claimAddress).toMatchObject({
      ...{ address: `ads:${addressOfUser(6)}`, provenAt: null, transactionId: null },
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await world.transfer(6, code);
    await world.read();
    const { data } = await query(`{ addressClaims ${members} }`);
    expect(data.addressClaims).toMatchObject([
      { code, transactionId: expect.stringMatching(/^0001:/), provenAt: expect.any(String) },
    ]);
    const again = await query(`mutation { claimAddress(address: "${addressOfUser(6)}") { code } }`);
    expect(again.errors[0].extensions.code).toBe('CONFLICT');
  });
});

describe('adgate user claim', () => {
  it('gives an address and its publisher to an account at once', async () => {
    const { publisherId: made } = await world.find(5);
    await world.earn(made, 3n);
    const { json } = await run('user', 'claim', addressOfUser(5), email);
    expect(json).toMatchObject({ address: `ads:${addressOfUser(5)}`, mergedId: made });
    const { id } = (await world.ctx.accounts.findByEmail(email))!;
    expect(await world.holderOf(5)).toBe(id);
    expect(await world.earningsOf(id)).toBe(3n * coin);
    expect(await world.ctx.sites.listAll({ publisherId: id }, { first: 9 })).toHaveLength(1);
    // The durable record of who has done it: no transaction shows it.
    const [claim] = await world.ctx.addressClaims.listOwned(id);
    expect(claim).toMatchObject({ mergedId: made, transactionId: null });
    expect((await run('user', 'show', made)).json).toMatchObject({ mergedIntoId: id });
    const asOperator = await logIn(world.app, 'operator', 'op@claims.example');
    const { body } = await sendGraphql(
      world.app,
      asOperator,
      `{ merged: account(name: "${made}") { mergedIntoId } its: account(name: "${id}") { mergedIntoId } }`,
    );
    expect(body.data).toEqual({ merged: { mergedIntoId: id }, its: { mergedIntoId: null } });
  });

  it('refuses the address of another who can log in, the server’s own, and what is none', async () => {
    await world.addAccount('bob');
    for (const [address, exitCode] of [
      [addressOfUser(5), 1],
      [addressOfUser(1), 1],
      ['0001-00000005-0000', 2],
    ] as const)
      expect((await run('user', 'claim', address, 'bob@claims.example')).exitCode).toBe(exitCode);
  });
});

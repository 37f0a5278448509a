import { describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../../sidecar/node/allowed-nodes';
import recorded from '../../../vectors/send-again.json';
import { replay, startNode, startRelay } from '../../support';
import { useUnaskedNode } from './unasked-node';

const { sessions } = recorded;
const { data, signature } = sessions.find(({ name }) => name === 'send_again_ok')!;
const good = { data, signature };

describe('send_again with a host or a port that is not configured', () => {
  const unasked = useUnaskedNode();

  it.each([
    ['localhost'],
    ['LOCALHOST'],
    ['127.1'],
    ['127.0.0.1.'],
    ['127.0.0.01'],
    ['127.00.0.1'],
    ['0177.0.0.1'],
    ['0x7f.0.0.1'],
    ['0x7f000001'],
    ['2130706433'],
    ['017700000001'],
    ['127.0.0.2'],
    ['127.0.0.1 '],
    [' 127.0.0.1'],
    ['127.0.0.1\n'],
    ['127.0.0.1\0'],
    ['127.0.0.1\0.node.example'],
    ['127.0.0.1:80'],
    ['127.0.0.1/'],
    ['127.0.0.1#'],
    ['127.0.0.1?'],
    ['127.0.0.1@node.example'],
    ['//127.0.0.1'],
    ['http://127.0.0.1'],
    ['[127.0.0.1]'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['[::ffff:127.0.0.1]'],
    ['::127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['::1'],
    ['[::1]'],
    ['[::1%lo]'],
    ['::'],
    ['0.0.0.0'],
    ['0'],
    ['169.254.169.254'],
    ['metadata.google.internal'],
    ['①②⑦.⓪.⓪.①'],
    ['127。0。0。1'],
    ['１２７.0.0.1'],
    ['127%2e0%2e0%2e1'],
    ['rebind.network'],
    ['127.0.0.1.nip.io'],
    ['localtest.me'],
    ['node.example.'],
    ['node.example:6511'],
    ['node.example\\@127.0.0.1'],
    ['xnode.example'],
    ['node.examplex'],
    ['node-example'],
    ['nodeXexample'],
    ['node..example'],
    ['nоde.example'],
    ['node.example%00'],
    ['*.example'],
    ['*'],
    ['.'],
    [''],
    ['a'.repeat(100_000)],
    ['__proto__'],
    ['constructor'],
    ['file:///etc/passwd'],
    ['/var/run/docker.sock'],
    ['unix:/tmp/x'],
  ])('opens no socket for _host %j', async (_host) => {
    for (const params of [{ _host }, { _host, _port: unasked.node.port }]) {
      expect(await unasked.relay.sendAgain({ ...good, ...params })).toMatchObject({
        error: { code: -32602, data: { _host: expect.any(Array) } },
      });
    }
  });

  it.each([0, -1, 22, 80, 65_536, 2 ** 31, 2 ** 53 - 1])(
    'opens no socket for _port %p',
    async (_port) => {
      expect(await unasked.relay.sendAgain({ ...good, _port })).toMatchObject({
        error: { code: -32602 },
      });
    },
  );

  it('does not mix the host of one entry with the port of another', async () => {
    const params = { ...good, _host: 'node.example', _port: unasked.node.port };
    expect(await unasked.relay.sendAgain(params)).toMatchObject({
      error: { code: -32602, data: { _host: expect.any(Array), _port: expect.any(Array) } },
    });
  });
});

describe('send_again and the choice of the node', () => {
  it('goes to the pair that is named, else to the first', async () => {
    await using first = await startNode(replay(sessions));
    await using second = await startNode(replay(sessions));
    await using relay = await startRelay([first.node, second.node]);
    await relay.sendAgain(good);
    await relay.sendAgain({ ...good, _host: '127.0.0.1', _port: second.port });
    await relay.sendAgain({ ...good, _port: second.port });
    await relay.sendAgain({ ...good, _host: '127.0.0.1' });
    expect([first.requests.length, second.requests.length]).toEqual([2, 2]);
  });

  it('opens no socket when a public name turns to a private address', async () => {
    await using node = await startNode(replay(sessions));
    const rebinding = parseAllowedNode(`rebind.example:${node.port}`);
    await using relay = await startRelay([rebinding], {
      resolveHost: () => Promise.resolve(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
    });
    expect(await relay.sendAgain(good)).toMatchObject({
      error: { code: -32010, message: expect.stringContaining('no address that may be connected') },
    });
    expect(node.connections()).toBe(0);
  });

  it('resolves once and connects to the address that passed', async () => {
    await using node = await startNode(replay(sessions));
    const asked: string[] = [];
    await using relay = await startRelay([parseAllowedNode(`node.example:${node.port}/private`)], {
      resolveHost: (host) => {
        asked.push(host);
        return Promise.resolve(asked.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']);
      },
    });
    expect(await relay.sendAgain({ ...good, _host: 'NODE.example' })).toHaveProperty('result');
    expect(asked).toEqual(['node.example']);
  });

  it('tries the next address when the first does not answer', async () => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([parseAllowedNode(`node.example:${node.port}/private`)], {
      resolveHost: () => Promise.resolve(['127.0.0.2', '127.0.0.1']),
    });
    expect(await relay.sendAgain(good)).toHaveProperty('result');
  });
});

describe('500 hostile spellings of a host', () => {
  const base = [
    '127.0.0.1',
    'node.example',
    'localhost',
    '169.254.169.254',
    '[::1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'metadata.google.internal',
    '10.0.0.1',
  ];
  const twists: readonly ((host: string) => string)[] = [
    ...[
      '%00',
      '\0',
      '#',
      '?',
      '/',
      '\\',
      '@node.example',
      ':6511',
      '..',
      '%2e',
      '\r\nHost: x',
      '\t',
      ' ',
      '/private',
      ';',
      ',',
      '|',
      '$',
      '`id`',
      '\u200b',
      '。',
      '%',
      '*',
      '&x=1',
    ].flatMap((end) => [(host: string) => host + end, (host: string) => end + host]),
    (host) => `http://${host}`,
    (host) => `user:pass@${host}`,
    (host) => Array.from(host).join('\u00ad'),
    (host) => host.replaceAll('.', '\uff0e'),
  ];
  const spellings = [...new Set(base.flatMap((host) => twists.map((twist) => twist(host))))];

  it('opens no socket and asks for no name', async () => {
    await using node = await startNode(replay(sessions));
    await using relay = await startRelay([node.node, parseAllowedNode('node.example')]);
    expect(spellings.length).toBeGreaterThanOrEqual(500);
    for (const _host of spellings) {
      const { error } = await relay.sendAgain({ ...good, _host });
      expect([_host, error]).toMatchObject([_host, { code: -32602 }]);
    }
    expect(node.connections()).toBe(0);
    expect(relay.unexpected).toEqual([]);
  });
});

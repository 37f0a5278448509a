import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll } from '@jest/globals';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Decoded. */
  readonly text: string;
}

/** A mail server on a port of its own that takes everything and delivers nothing (RFC 5321). */
export interface SmtpServer {
  readonly url: string;
  /** Settings of a gateway that sends its mail here. */
  readonly env: Readonly<Record<string, string>>;
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the mail of this number, from 1, as soon as it has come. */
  received(number: number): Promise<ReceivedMail>;
  /** Answers the next so many mails with a passing error. */
  refuse(times: number): void;
}

const started: (() => void)[] = [];
afterAll(() => {
  for (const stop of started) stop();
});

export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let waiting: (() => void)[] = [];
  let refusals = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let envelope = { from: '', to: '' };
    let data: string[] | null = null;
    const finish = (lines: readonly string[]) => {
      mails.push({ ...envelope, ...readMessage(lines) });
      say('250 taken');
      for (const wake of waiting) wake();
      waiting = [];
    };
    const commands: Readonly<Record<string, (argument: string) => void>> = {
      EHLO: () => say('250 test.example'),
      AUTH: () => say('235 welcome'),
      MAIL: (argument) => {
        envelope = { from: /<(.*?)>/.exec(argument)![1]!, to: '' };
        if (refusals > 0) {
          refusals -= 1;
          say('451 not now');
        } else say('250 ok');
      },
      RCPT: (argument) => {
        envelope = { ...envelope, to: /<(.*?)>/.exec(argument)![1]! };
        say('250 ok');
      },
      DATA: () => {
        data = [];
        say('354 go ahead');
      },
      QUIT: () => socket.end('221 bye\r\n'),
    };
    createInterface({ input: socket }).on('line', (line) => {
      if (data && line === '.') {
        const lines = data;
        data = null;
        finish(lines);
      } else if (data) data.push(line.replace(/^\.\./, '.'));
      else (commands[line.slice(0, 4).toUpperCase()] ?? (() => say('250 ok')))(line.slice(5));
    });
    say('220 test.example');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
  return {
    url,
    env: { ADGATE_SMTP_URL: url, ADGATE_MAIL_FROM: 'Adgate <no-reply@ads.example>' },
    mails,
    async received(number) {
      while (mails.length < number) await new Promise<void>((resolve) => waiting.push(resolve));
      return mails[number - 1]!;
    },
    refuse(times) {
      refusals = times;
    },
  };
}

function readMessage(lines: readonly string[]): Pick<ReceivedMail, 'subject' | 'text'> {
  const end = lines.indexOf('');
  const head = lines.slice(0, end).join('\n');
  const body = lines.slice(end + 1).join('\n');
  const isQuoted = /^Content-Transfer-Encoding: quoted-printable$/im.test(head);
  const text = isQuoted
    ? body
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
    : body;
  return { subject: /^Subject: (.*)$/im.exec(head)![1]!, text };
}

/** The one link of a mail. */
export function linkOf({ text }: ReceivedMail): URL {
  return new URL(/https?:\/\/\S+/.exec(text)![0]);
}

/** The token at the end of a mail's link. */
export function tokenOf(mail: ReceivedMail): string {
  return linkOf(mail).pathname.split('/').at(-1)!;
}

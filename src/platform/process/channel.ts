/** Node's own channel between a process and one that it has forked, from either end. */
export interface ChannelEnd {
  send?(message: object, callback: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Questions to the process at the other end. */
export interface Channel {
  /**
   * Resolves with the other end's answer; with undefined where it has none.
   *
   * @throws when no answer comes in time, or the other end is gone.
   */
  ask(topic: string, value?: unknown, timeoutMs?: number): Promise<unknown>;
}

/** Answers to questions, by topic; the values must survive JSON. */
export type Answers = Readonly<Record<string, (value: unknown) => unknown>>;

interface Message {
  readonly channel: 'question' | 'answer';
  readonly id: number;
  readonly topic?: string;
  readonly value?: unknown;
}

const defaultTimeoutMs = 5_000;

/** Two processes of ours that ask each other. A failed answer is none: who asks is not told why. */
export function createChannel(end: ChannelEnd, answers: Answers): Channel {
  const asked = new Map<number, (value: unknown) => void>();
  let lastId = 0;

  const send = (message: Message, onError: (error: Error) => void = () => undefined) => {
    if (!end.send) throw new Error('there is no other end');
    end.send(message, (error) => {
      if (error) onError(error);
    });
  };
  const answer = async ({ id, topic = '', value }: Message) => {
    send({ channel: 'answer', id, value: await answers[topic]?.(value) });
  };

  end.on('message', (message) => {
    if (!isMessage(message)) return;
    if (message.channel === 'question') answer(message).catch(() => undefined);
    else asked.get(message.id)?.(message.value);
  });

  return {
    async ask(topic, value, timeoutMs = defaultTimeoutMs) {
      const id = (lastId += 1);
      const answered = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => {
        answered.reject(new Error(`no answer to ${topic} within ${timeoutMs} ms`));
      }, timeoutMs);
      asked.set(id, answered.resolve);
      try {
        send({ channel: 'question', id, topic, value }, answered.reject);
        return await answered.promise;
      } finally {
        clearTimeout(timer);
        asked.delete(id);
      }
    },
  };
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'channel' in value && 'id' in value;
}

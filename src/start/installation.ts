import type { Logger } from 'pino';
import { type LedgerOptions, type LedgerProcesses, startLedger } from './ledger';
import { OwnServer, type ServerPlan } from './own-server';
import type { ReadyGateway } from './ready-gateway';

type Environment = Readonly<Record<string, string | undefined>>;

/** All that one `npm start` brings along. */
export interface InstallationPlan {
  readonly servers: readonly ServerPlan[];
  /** The ledger that comes along; null: none does. */
  readonly ledger: Omit<LedgerOptions, 'env'> | null;
}

/** The facts of one that runs. */
export interface ReadyInstallation {
  /** The gateways, in the order of the plan. */
  readonly gateways: readonly (ReadyGateway & { readonly dataFolder: string })[];
  readonly ledger: LedgerProcesses | null;
}

/** The processes of one `npm start`: what works is started again when it dies, and all ends as one. */
export class Installation {
  readonly #servers: readonly OwnServer[];
  #ledger: Promise<LedgerProcesses | null> = Promise.resolve(null);

  /** @throws {ConfigError} */
  constructor(
    private readonly plan: InstallationPlan,
    private readonly env: Environment,
    private readonly log: Logger,
  ) {
    this.#servers = plan.servers.map((server) => new OwnServer(server, env, log));
  }

  /** Fulfilled with a sentence for the operator when it cannot go on. */
  get lost(): Promise<string> {
    return Promise.race(this.#servers.map((server) => server.lost));
  }

  /** @throws {ConfigError} with the line of the process that cannot start. */
  async start(): Promise<ReadyInstallation> {
    const { plan, env, log } = this;
    // Beside the databases, which take longer.
    if (plan.ledger !== null) this.#ledger = startLedger({ ...plan.ledger, env }, log);
    this.#ledger.catch(() => undefined);
    const gateways = await Promise.all(
      this.#servers.map(async (server) => ({
        ...(await server.start(this.#ledger)),
        dataFolder: server.config.dataFolder,
      })),
    );
    return { gateways, ledger: await this.#ledger };
  }

  /** Replaces the gateways. @returns false: one of the former ones goes on */
  async reload(): Promise<boolean> {
    return (await Promise.all(this.#servers.map((server) => server.reload()))).every(Boolean);
  }

  /** Ends what has been started by now; the ledger once nobody pays any more. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    const ledger = await this.#ledger.catch(() => null);
    await ledger?.close();
  }
}

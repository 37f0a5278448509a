import { join } from 'node:path';
import type { Logger } from 'pino';
import { startGatewayWorkers } from '../assembly/gateway-workers';
import { type Config, parseConfig } from '../config';
import type { Workers } from '../platform/process/workers';
import { assertPresent } from '../present';
import { prepareDataFolder } from './data-folder';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database';
import type { LedgerProcesses } from './ledger';
import { ownLedgerArgument, type ReadyGateway } from './ready-gateway';
import { forgetTrialSettings, noteTrialSettings, trialSettings } from './trial-settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** A server as it is to be. */
export interface ServerPlan {
  /** Settings that it has in the place of those of the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** For the program of its gateway. */
  readonly args: readonly string[];
}

/** A server of `npm start`: its gateway, and its database unless the settings name another. */
export class OwnServer {
  readonly config: Config;
  #database: EmbeddedDatabase | null = null;
  #gateway: Workers | null = null;
  readonly #lost = Promise.withResolvers<string>();

  constructor(
    private readonly plan: ServerPlan,
    private readonly env: Environment,
    private readonly log: Logger,
  ) {
    this.config = parseConfig({ ...env, ...plan.settings });
  }

  /** Fulfilled with a sentence for the operator when one of its processes ended more often than it is started again. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  /**
   * @param ledger that it pays by, if it has an account there; it may start beside the database
   * @throws {ConfigError} with the line of the process that cannot start.
   */
  async start(ledger: Promise<LedgerProcesses | null>): Promise<ReadyGateway> {
    prepareDataFolder(this.config.dataFolder);
    const mongodbUri = this.config.mongodbUri ?? (await this.#startDatabase());
    this.#gateway = await this.#startGateway(mongodbUri, await ledger);
    this.#gateway.onLost((reason) => {
      this.#lost.resolve(`the gateway keeps ending: ${reason}; mend that and start again`);
    });
    const { ready } = this.#gateway;
    // Said by `start/gateway.ts`.
    return ready as Workers['ready'] & ReadyGateway;
  }

  /** @returns false: the former gateway goes on */
  async reload(): Promise<boolean> {
    return (await this.#gateway?.reload()) ?? false;
  }

  /** Ends what has been started by now: the gateway drains first. */
  async close(): Promise<void> {
    await this.#gateway?.close();
    await this.#database?.close();
    forgetTrialSettings(this.config.dataFolder);
  }

  async #startDatabase(): Promise<string> {
    const { dataFolder } = this.config;
    this.#database = await startEmbeddedDatabase(dataFolder, this.log);
    this.#database.onLost((reason) => {
      this.#lost.resolve(
        `the embedded database keeps ending: ${reason}; mend that and start again: events taken meanwhile wait in ${dataFolder}/journal`,
      );
    });
    return this.#database.uri;
  }

  #startGateway(mongodbUri: string, ledger: LedgerProcesses | null): Promise<Workers> {
    const { config, plan, log } = this;
    const walletUrl = ledger?.walletUrls.get(config.ledgerAddress) ?? null;
    const trial =
      walletUrl === null
        ? {}
        : trialSettings(
            { ...this.env, ...plan.settings },
            { walletUrl, relayUrl: assertPresent(ledger, 'it has the wallet').relayUrl },
          );
    const { ADGATE_DATA_DIR: _folder, ...own } = plan.settings;
    noteTrialSettings(config.dataFolder, { ...own, ...trial });
    return startGatewayWorkers({
      file: join(__dirname, 'gateway.js'),
      args: [...(walletUrl === null ? [] : [ownLedgerArgument]), ...plan.args],
      env: { ...plan.settings, MONGODB_URI: mongodbUri, ...trial },
      config,
      log,
      defaultCount: 1,
    });
  }
}

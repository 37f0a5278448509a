import { type Connection, type Model, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { Account } from './account';
import type { AccountDocument } from './account-document';

const accountSchema = new Schema<AccountDocument>(
  {
    _id: String,
    email: String,
    name: String,
    company: String,
    showsCompany: Boolean,
    language: String,
    emailConfirmedAt: Date,
    emailChangedAt: Date,
    passwordHash: String,
    secondFactor: {
      type: {
        ...{ _id: false, secret: String, lastCounter: Number },
        ...{ recoveryHashes: [String], confirmedAt: Date },
      },
      default: undefined,
    },
    pendingSecondFactor: {
      type: { _id: false, secret: String, begunAt: Date },
      default: undefined,
    },
    secondFactorResetAt: Date,
    roles: [String],
    payoutAddress: String,
    payoutAddressChangedAt: Date,
    provenAddresses: { type: [String], default: undefined },
    peerAddress: String,
    mergedIntoId: String,
    mergedIds: { type: [String], default: undefined },
    suspendedReason: { type: String, default: null },
    creditLimit: BigInt,
    foundAt: Date,
    removeAt: Date,
    createdAt: Date,
    updatedAt: Date,
    states: { type: [Schema.Types.Mixed], select: false },
  } satisfies Record<keyof AccountDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'accounts' },
)
  .index({ email: 1 }, { unique: true, sparse: true })
  .index({ provenAddresses: 1 }, { unique: true, sparse: true })
  .index({ peerAddress: 1 }, { unique: true, sparse: true })
  .index({ payoutAddress: 1, _id: 1 })
  .index({ mergedIntoId: 1, _id: 1 })
  .index({ createdAt: 1, _id: 1 })
  .index({ foundAt: 1 }, { sparse: true })
  .index({ removeAt: 1 }, { sparse: true })
  .index({ updatedAt: 1 });

/** Finds what is a person's: whatever somebody asks for by name or id. */
export const isPerson = { peerAddress: { $exists: false } } as const;

/** @param defaultCredit as for `createAccountStore` */
export function toAccountWith(defaultCredit: Amount | null, document: AccountDocument): Account {
  const { _id, email, emailConfirmedAt, payoutAddress, passwordHash, createdAt } = document;
  const { secondFactor } = document;
  return {
    id: _id,
    email: email ?? null,
    name: document.name ?? null,
    company: document.company ?? null,
    showsCompany: document.showsCompany ?? false,
    language: document.language ?? null,
    emailConfirmedAt: emailConfirmedAt === undefined ? createdAt : emailConfirmedAt,
    emailChangedAt: document.emailChangedAt ?? null,
    hasPassword: passwordHash !== undefined,
    hasSecondFactor: secondFactor !== undefined,
    recoveryCodesLeft: secondFactor?.recoveryHashes.length ?? null,
    secondFactorResetAt: document.secondFactorResetAt ?? null,
    roles: document.roles,
    payoutAddress: payoutAddress ?? null,
    payoutAddressChangedAt: document.payoutAddressChangedAt ?? null,
    provenAddresses: document.provenAddresses ?? [],
    mergedIntoId: document.mergedIntoId ?? null,
    mergedIds: document.mergedIds ?? [],
    suspendedReason: document.suspendedReason,
    creditLimit: document.creditLimit === undefined ? defaultCredit : document.creditLimit,
    createdAt,
    updatedAt: document.updatedAt,
  };
}

export const createAccountModel = (db: Connection): Model<AccountDocument> =>
  db.model<AccountDocument>('Account', accountSchema);

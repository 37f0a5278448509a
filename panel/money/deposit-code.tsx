import { SegmentedControl } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { CodeToCopy } from '../parts/code-to-copy';
import { t } from '../texts/texts';

interface DepositCodeProps {
  readonly address: string;
  readonly code: string;
}

/** Digits of a transfer’s message. */
const messageLength = 64;

/** How to pay in: the account and the message of the transfer, to copy and to scan. */
export function DepositCode({ address, code }: DepositCodeProps) {
  const message = code.padStart(messageLength, '0');
  return (
    <section className="card no-print" aria-labelledby="deposit">
      <h2 id="deposit">{t('money.deposit')}</h2>
      <p className="soft">{t('money.sendCoinsToThisAccount')}</p>
      <div className="deposit-way">
        <div className="deposit-texts">
          <h3 className="label">{t('money.accountOnTheLedger')}</h3>
          <CodeToCopy text={address} label={t('money.copyAccount')} />
          <h3 className="label">{t('money.yourDepositCode')}</h3>
          <CodeToCopy text={message} label={t('money.copyDepositCode')} />
        </div>
        <Scan {...{ address, message }} />
      </div>
    </section>
  );
}

/** No scheme for both is common to wallets of the ledger: a code has one of them. */
function Scan({ address, message }: { readonly address: string; readonly message: string }) {
  const [isMessage, setMessage] = useState(false);
  return (
    <div className="deposit-scan">
      <QRCodeSVG
        value={isMessage ? message : address}
        size={176}
        marginSize={4}
        title={isMessage ? t('money.messageAsQr') : t('money.accountAsQr')}
        role="img"
      />
      <SegmentedControl
        aria-label={t('money.whatTheQrHas')}
        size="xs"
        value={isMessage ? 'message' : 'account'}
        data={[
          { value: 'account', label: t('money.account') },
          { value: 'message', label: t('money.message') },
        ]}
        onChange={(value) => {
          setMessage(value === 'message');
        }}
      />
    </div>
  );
}

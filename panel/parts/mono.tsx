import type { ReactNode } from 'react';

/** Sets text that is copied or compared digit by digit; in texts it is the tag `mono`. */
export const mono = (text: ReactNode) => <span className="mono">{text}</span>;

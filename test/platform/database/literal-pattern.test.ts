import { describe, expect, it } from '@jest/globals';
import { literalPattern } from '../../../src/platform/database/literal-pattern';

const ascii = Array.from({ length: 128 }, (_character, code) => String.fromCharCode(code));

describe('a literal pattern', () => {
  it.each([...ascii, 'a.b*c', 'é', '\u{1f600}', 'a\\d'])('finds %j, and nothing else', (text) => {
    const pattern = literalPattern(text);
    expect(pattern).not.toContain('\0');
    const whole = new RegExp(`^${pattern}$`);
    expect(whole.test(text)).toBe(true);
    for (const other of ['', ...ascii, 'axbbc', 'a1', 'é'])
      expect(whole.test(other)).toBe(other === text);
  });
});

import { describe, expect, it } from '@jest/globals';
import { readLanguages, parseUserAgent } from '../../../src/market/serving/user-agent';
import { desktops, phones, tablets, televisions } from './device-corpus';

describe('User-Agent', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'desktop windows chrome',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'desktop windows edge',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'desktop apple-os safari',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'desktop unix firefox',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'mobile apple-os safari',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'tablet apple-os chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'mobile android chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'tablet android chrome',
    ],
    [
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 Safari/537.36',
      'tv unix chrome',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'desktop windows msie'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 OPR/120.0', 'desktop windows opera'],
    ['curl/8.0', 'other other other'],
    ['', 'other other other'],
  ])('%s', (userAgent, expected) => {
    const { type, os, browser } = parseUserAgent(userAgent);
    expect(`${type} ${os} ${browser}`).toBe(expected);
  });
});

describe('the type of a device', () => {
  it.each([
    ['tv', televisions],
    ['tablet', tablets],
    ['mobile', phones],
    ['desktop', desktops],
  ])('%s', (type, userAgents) => {
    const wrong = userAgents.filter((userAgent) => parseUserAgent(userAgent).type !== type);
    expect(wrong).toEqual([]);
  });
});

describe('Accept-Language', () => {
  it.each([
    ['en-GB,en;q=0.7,de;q=0.3', ['en', 'de']],
    ['de', ['de']],
    ['fr;q=0, en', ['en']],
    ['*', []],
    ['EN-us', ['en']],
    ['zz-!!,;;,=', ['zz']],
    ['', []],
    [undefined, []],
  ])('%s', (header, expected) => {
    expect(readLanguages(header)).toEqual(expected);
  });
});

/** User agents of our own making: forms that browsers document, with the model names that makers publish. */

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const onAndroid = (model: string, tail: string) =>
  `Mozilla/5.0 (Linux; Android 11; ${model}) ${webkit} ${tail}`;
const chrome = 'Chrome/120.0.0.0 Safari/537.36';
const chromeMobile = 'Chrome/120.0.0.0 Mobile Safari/537.36';
/** Web views of applications say Mobile on every kind of device. */
const webView = (model: string) =>
  onAndroid(`${model} Build/RP1A.1; wv`, `Version/4.0 ${chromeMobile}`);

const androidTvs = [
  ...['AFTB', 'AFTS', 'AFTM', 'AFTT', 'AFTN', 'AFTMM', 'AFTKA', 'AFTSSS', 'AFTGAZL', 'AFTSO001'],
  ...[
    'SHIELD Android TV',
    'Chromecast',
    'Chromecast HD',
    'Nexus Player',
    'ADT-3',
    'Google TV Streamer',
  ],
  ...['BRAVIA 4K UR2', 'BRAVIA VH1', 'MIBOX4', 'MIBOX3', 'Mi Box S', 'MiTV-AXSO0', 'MITV-MSSP1'],
  ...[
    'Smart TV',
    'Smart TV Pro',
    'Philips Google TV TA1',
    'X96 TV Box',
    'KM9_TV_BOX',
    'AOSP TV on x86',
  ],
];

export const televisions: readonly string[] = [
  ...androidTvs.flatMap((model) => [
    onAndroid(model, chrome),
    onAndroid(model, chromeMobile),
    webView(model),
  ]),
  onAndroid('AFTKM', 'Silk/120.1 like Chrome/120.0.0.0 Safari/537.36'),
  `Mozilla/5.0 (X11; Linux armv7l) ${webkit} Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000`,
  `Mozilla/5.0 (Fuchsia) ${webkit} Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000`,
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${webkit} 76.0.3809.146/6.0 TV Safari/537.36`,
  `Mozilla/5.0 (Linux; Tizen 2.3; SmartHub; SMART-TV; SmartTV; U; Maple2012) AppleWebKit/538.1+`,
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/108.0 Safari/537.36 WebAppManager`,
  `Mozilla/5.0 (Linux; NetCast; U) ${webkit} Chrome/38.0 Safari/537.36 SmartTV/10.0`,
  'Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/531.2+ (KHTML, like Gecko)',
  'HbbTV/1.5.1 (+DRM; Maker; Model; 1.0; 1.0;) Mozilla/5.0 (Linux armv7l)',
  'Opera/9.80 (Linux armv7l; hbbtv/1.2.1 (; Maker; Model;;;) CE-HTML/1.0) Presto/2.12',
  `Mozilla/5.0 (Linux; Maker/Model; en) ${webkit} Chrome/88.0 Safari/537.36 OPR/46.0 OMI/4.21 VIDAA/6.0`,
  'Mozilla/5.0 (AppleTV; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'AppleTV11,1/17.0',
  'Roku/DVP-12.0 (12.0.0.4182-88)',
  'Mozilla/5.0 (FreeBSD; Viera; rv:34.0) Gecko/20100101 Firefox/34.0',
  'Mozilla/5.0 (DTV) AppleWebKit/531.2+ (KHTML, like Gecko) Espial/6.0.4',
];

const androidTablets = [
  ...[
    'SM-T510',
    'SM-T870',
    'SM-X200',
    'SM-X910',
    'SM-P610',
    'SAMSUNG SM-T587P',
    'GT-P5113',
    'GT-P1000',
    'GT-N8013',
  ],
  ...[
    'KFTT',
    'KFJWI',
    'KFTHWI',
    'KFAPWI',
    'KFASWI',
    'KFFOWI',
    'KFDOWI',
    'KFMUWI',
    'KFMAWI',
    'KFTRWI',
    'Kindle Fire',
  ],
  ...['Nexus 7', 'Nexus 9', 'Nexus 10', 'Pixel C', 'Pixel Tablet', 'SHIELD Tablet K1'],
  ...[
    'Lenovo TB-8505F',
    'Lenovo TB-X606F',
    'TB370FU',
    'Lenovo YT-X705F',
    'Lenovo TAB 2 A10-70F',
    'IdeaTabA1000-F',
  ],
  ...[
    'AGS2-W09',
    'AGS3-L09',
    'BAH3-W59',
    'KOB2-L09',
    'MediaPad T3 7',
    'HUAWEI MatePad',
    'HONOR Pad 8',
  ],
  ...[
    'Redmi Pad',
    'MI PAD 4',
    'Xiaomi Pad 6',
    'OPPO Pad Air',
    'OnePlus Pad',
    'realme Pad',
    'moto tab g70',
  ],
  ...[
    'Xoom',
    'ASUS Transformer Pad TF300T',
    'LG-V500',
    'LG-V410',
    'SGPT12',
    'Sony Tablet S',
    'Xperia Tablet Z',
  ],
  ...[
    'Alcatel 3T 10 Tab',
    'Nokia T20 Tablet',
    'TAB2323GMQC',
    'ZTE K92 Tab',
    'Venue 8 3830',
    'Iconia A1-810',
  ],
];

const ipad = (browser: string) =>
  `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser} Mobile/15E148 Safari/604.1`;

export const tablets: readonly string[] = [
  ...androidTablets.flatMap((model) => [onAndroid(model, chrome), webView(model)]),
  ...['Version/18.0', 'CriOS/140.0', 'FxiOS/140.0', 'EdgiOS/140.0', 'GSA/319.0'].map(ipad),
  onAndroid('K', chrome),
  'Mozilla/5.0 (Android 13; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0',
  'Opera/9.80 (Android 3.2; Linux; Opera Tablet/ADR-1301080958) Presto/2.11.355 Version/12.10',
  'Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; en-us; Silk/1.0.22) AppleWebKit/533.16 Safari/533.16 Silk-Accelerated=true',
  onAndroid('KFGIWI', 'Silk/80.5 like Chrome/80.0 Safari/537.36'),
  'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ Version/5.0 Safari/533.2+ Kindle/3.0+',
  'Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ Version/7.2.1.0 Safari/536.2+',
  'Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.5; U; en-US) AppleWebKit/534.6 wOSBrowser/234.83 Safari/534.6 TouchPad/1.0',
  'Mozilla/5.0 (Windows NT 6.3; ARM; Trident/7.0; Touch; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; ARM; Trident/6.0; Touch)',
];

const androidPhones = [
  ...[
    'Pixel 9',
    'SM-G991B',
    'SM-A515F',
    'SM-S918U',
    'GT-I9505',
    'Redmi Note 9',
    'M2101K6G',
    'CPH2211',
    'V2027',
  ],
  ...[
    'moto g(7) power',
    'Nokia 7.2',
    'ELE-L29',
    'VOG-L29',
    'LG-K430TV',
    'LG-H930',
    'XQ-AT51',
    'ONEPLUS A6013',
    'K',
  ],
  ...[
    'TECNO KD7',
    'Infinix X680',
    'ASUS_I002D',
    'SHARK KLE-A0',
    'AFTERSHOCK X1',
    'HTC U11',
    'ZTE Blade A7',
  ],
];

export const phones: readonly string[] = [
  ...androidPhones.flatMap((model) => [onAndroid(model, chromeMobile), webView(model)]),
  'Mozilla/5.0 (Android 13; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Opera/9.80 (Android 2.3.7; Linux; Opera Mobi/46154) Presto/2.11.355 Version/12.10',
  'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16',
  'Dalvik/2.1.0 (Linux; U; Android 11; SM-G991B Build/RP1A)',
  `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) ${webkit} Chrome/52.0 Mobile Safari/537.36 Edge/15.0`,
];

export const desktops: readonly string[] = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} ${chrome}`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} ${chrome}`,
  `Mozilla/5.0 (X11; Linux x86_64) ${webkit} ${chrome}`,
  `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} ${chrome}`,
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; SLCC2; Media Center PC 6.0; Tablet PC 2.0; rv:11.0) like Gecko',
];

export const targetingGroups = ['user', 'site', 'device'] as const;
export type TargetingGroup = (typeof targetingGroups)[number];

/** Id to a label, or to a label and a further dictionary; parent and child ids can both be selected. */
export type TargetingDictionary = Readonly<
  Record<string, string | { readonly label: string; readonly values: TargetingDictionary }>
>;

/** `dict`: values are ids of `items`. `input`: values are typed by the advertiser. */
export type TargetingOption =
  | {
      readonly type: 'dict';
      readonly name: string;
      readonly label: string;
      readonly items: TargetingDictionary;
    }
  | { readonly type: 'input'; readonly name: string; readonly label: string };

export type TargetingOptions = Readonly<Record<TargetingGroup, readonly TargetingOption[]>>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** ISO 3166-1 alpha-2, and `xk` that most address databases answer for Kosovo. */
const countryCodes = words(`
  ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt
  bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh
  er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht
  hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls
  lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni
  nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg
  sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug
  um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw`);

/** ISO 639-1, with `bh` and `sh` that old clients still send. */
const languageCodes = words(`
  aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
  dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id
  ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu
  lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu
  rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to
  tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`);

/** Intl resolves these to the languages that replaced or include them. */
const languageLabels: Readonly<Record<string, string>> = {
  bh: 'Bihari',
  sh: 'Serbo-Croatian',
  tw: 'Twi',
};

const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const countries: TargetingDictionary = Object.fromEntries(
  countryCodes.map((code) => [code, regionNames.of(code.toUpperCase()) ?? code]),
);

const languages: TargetingDictionary = Object.fromEntries(
  languageCodes.map((code) => [code, languageLabels[code] ?? languageNames.of(code) ?? code]),
);

const user: readonly TargetingOption[] = [
  { type: 'dict', name: 'country', label: 'Country', items: countries },
  { type: 'dict', name: 'language', label: 'Language', items: languages },
];

const quality: TargetingOption = {
  type: 'dict',
  name: 'quality',
  label: 'Site quality',
  items: { high: 'High', medium: 'Medium', low: 'Low' },
};

const category: TargetingOption = {
  type: 'dict',
  name: 'category',
  label: 'Site category',
  items: {
    adult: 'Adult',
    crypto: 'Cryptocurrency',
    faucets: 'Faucets',
    games: 'Games',
    health: { label: 'Health', values: { supplements: 'Food supplements', diets: 'Diets' } },
    lifestyle: 'Lifestyle',
    movies: 'Films',
    music: 'Music',
    news: 'News',
    paytoclick: 'Paid to click',
    technology: 'Technology',
    unknown: 'Not known',
  },
};

const domain: TargetingOption = { type: 'input', name: 'domain', label: 'Domain' };

const device: readonly TargetingOption[] = [
  {
    type: 'dict',
    name: 'type',
    label: 'Device type',
    items: {
      desktop: 'Desktop',
      mobile: 'Phone',
      tablet: 'Tablet',
      tv: 'Television',
      other: 'Other',
    },
  },
  {
    type: 'dict',
    name: 'os',
    label: 'Operating system',
    items: {
      android: 'Android',
      'apple-os': 'Apple (iOS, macOS)',
      unix: 'Unix (Linux, BSD)',
      windows: 'Windows',
      other: 'Other',
    },
  },
  {
    type: 'dict',
    name: 'browser',
    label: 'Browser',
    items: {
      chrome: 'Chrome',
      edge: 'Edge',
      firefox: 'Firefox',
      msie: 'Internet Explorer',
      opera: 'Opera',
      safari: 'Safari',
      other: 'Other',
    },
  },
  {
    type: 'dict',
    name: 'extensions',
    label: 'Browser extension',
    items: { metamask: 'Wallet extension' },
  },
];

export const webTargeting: TargetingOptions = { user, site: [quality, category, domain], device };

export const metaverseTargeting: TargetingOptions = { user, site: [quality, domain], device };

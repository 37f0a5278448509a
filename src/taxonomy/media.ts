import type { CreativeType } from '../creatives/creative';
import { metaverseTargeting, webTargeting, type TargetingOptions } from './targeting-options';

/** Creatives that a medium takes: a type, its MIME types and the scopes it must have exactly. */
export interface Format {
  readonly type: CreativeType;
  readonly mimes: readonly string[];
  readonly scopes: readonly string[];
}

/** A platform inside a medium, where formats or addresses differ from the medium's own. */
export interface Vendor {
  readonly name: string;
  readonly label: string;
  readonly formats: readonly Format[];
  /** What the host of one of its scenes looks like; null when its hosts follow no known form. */
  readonly hostForm: RegExp | null;
}

export interface Medium {
  readonly name: string;
  readonly label: string;
  readonly formats: readonly Format[];
  readonly targeting: TargetingOptions;
  readonly vendors: readonly Vendor[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const webScopes = words(`
  300x250 336x280 728x90 300x600 320x100 320x50 468x60 234x60 120x600 120x240 160x600 300x1050
  970x90 970x250 250x250 200x200 180x150 125x125 240x400 980x120 250x360 930x180 580x400 750x100
  750x200 750x300 300x100 120x90 120x60 88x31`);

const screenScopes = words(
  '854x480 1280x720 1920x1080 3840x2160 480x854 720x1280 1080x1920 2160x3840',
);

const metaverseScopes = words(`
  300x1050 1050x300 ${screenScopes.join(' ')} 640x480 1024x768 2048x1536 4096x3072 480x640 768x1024
  1536x2048 3072x4096 512x512 1024x1024 2048x2048 4096x4096`);

const image = (subtypes: string, scopes: readonly string[]): Format => ({
  type: 'image',
  mimes: words(subtypes).map((subtype) => `image/${subtype}`),
  scopes,
});

const video = (scopes: readonly string[]): Format => ({
  type: 'video',
  mimes: ['video/mp4'],
  scopes,
});

const web: Medium = {
  name: 'web',
  label: 'Website',
  formats: [
    image('gif jpeg png webp', webScopes),
    { type: 'html', mimes: ['text/html'], scopes: webScopes },
    video(webScopes),
    { type: 'direct', mimes: ['text/plain'], scopes: ['pop-up', 'pop-under'] },
  ],
  targeting: webTargeting,
  vendors: [],
};

const metaverse: Medium = {
  name: 'metaverse',
  label: 'Metaverse',
  formats: [image('gif jpeg png webp', metaverseScopes), video(metaverseScopes)],
  targeting: metaverseTargeting,
  vendors: [
    {
      name: 'decentraland',
      label: 'Decentraland',
      formats: [image('jpeg png', metaverseScopes), video(metaverseScopes)],
      hostForm: /^(scene-n?\d{1,4}-n?\d{1,4}\.)?decentraland\.org$/i,
    },
    {
      name: 'cryptovoxels',
      label: 'Cryptovoxels',
      formats: [
        image('gif jpeg png', metaverseScopes),
        video(metaverseScopes),
        { type: 'model', mimes: ['model/voxel'], scopes: ['cube'] },
      ],
      hostForm: /^(scene-\d{1,9}\.)?cryptovoxels\.com$/i,
    },
    {
      name: 'polkacity',
      label: 'PolkaCity',
      formats: [image('jpeg png', metaverseScopes), video(metaverseScopes)],
      hostForm: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)?polkacity\.io$/i,
    },
    {
      name: 'milc',
      label: 'MILC',
      formats: [image('gif jpeg png', screenScopes), video(screenScopes)],
      hostForm: null,
    },
  ],
};

export const media: readonly Medium[] = [web, metaverse];

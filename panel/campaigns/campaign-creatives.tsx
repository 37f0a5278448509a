import { Badge, Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FunctionComponent, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import type { Figures } from '../statistics/figures';
import type { RangeSearch } from '../statistics/range';
import { t, wordOf } from '../texts/texts';
import { type Campaign, campaignQuery, type Creative } from './campaign';
import { deleteCreativeDocument, updateCreativeDocument } from './creative';
import { figuresText, useCreativeFigures } from './creative-figures';
import { CreativeAlt } from './creative-alt';
import { capsText, CreativeCaps } from './creative-caps';
import type { CreativeDialogParts } from './creative-dialog';
import { CreativePixels } from './creative-pixels';
import { CreativeTimes, timesText } from './creative-times';
import { CreativeWeight } from './creative-weight';
import { rotationText } from './rotation';
import { UploadList } from './creatives-step';
import { DirectLink } from './direct-link';
import { DropZone } from './drop-zone';
import { Preview } from './preview';
import { mediumQuery } from './taxonomy';
import { isAboutFile, useUploads } from './use-uploads';

const createDocument = graphql(`
  mutation CreateCreative($campaignId: ID!, $input: CreateCreativeInput!) {
    createCreative(campaignId: $campaignId, input: $input) {
      id
    }
  }
`);

/** An ad, and the dialog that changes it. */
interface Changing {
  readonly creative: Creative;
  readonly Dialog: FunctionComponent<CreativeDialogParts>;
}

/** The ads of a campaign: added, started, stopped, deleted. */
export function CampaignCreatives({
  campaign,
  search,
}: {
  readonly campaign: Campaign;
  /** The time of their figures. */
  readonly search: RangeSearch;
}) {
  const { id: campaignId, creatives, medium, vendor } = campaign;
  const queryClient = useQueryClient();
  const figures = useCreativeFigures(campaignId, search);
  const [chosen, setChosen] = useState<Creative | null>(null);
  const [changing, setChanging] = useState<Changing | null>(null);
  const { data: place } = useQuery(mediumQuery(medium, vendor));
  const onSuccess = () => queryClient.invalidateQueries(campaignQuery(campaignId));
  const hasAd = async (id: string) => {
    const now = await queryClient.query({ ...campaignQuery(campaignId), staleTime: 0 });
    return now.creatives.nodes.some((one) => one.id === id);
  };
  const create = useMutation({
    mutationFn: async (input: { readonly fileId: string; readonly name: string }) => {
      try {
        await request(createDocument, { campaignId, input });
      } catch (error) {
        // A try before has used the file, and its answer alone was lost: the ad has the file's id.
        if (!isAboutFile(error) || !(await hasAd(input.fileId))) throw error;
      }
    },
    onSuccess,
  });
  const update = useMutation({
    mutationFn: ({ id, isActive }: { readonly id: string; readonly isActive: boolean }) =>
      request(updateCreativeDocument, {
        campaignId,
        id,
        input: { status: isActive ? 'active' : 'inactive' },
      }),
    onSettled: onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => request(deleteCreativeDocument, { campaignId, id }),
    onSuccess: async () => {
      say(t('campaigns.theAdIsDeleted'));
      await onSuccess();
    },
    onSettled: () => {
      setChosen(null);
    },
  });
  const uploads = useUploads({ medium, vendor }, ({ id }, name) =>
    create.mutateAsync({ fileId: id, name }),
  );
  return (
    <section className="card" aria-labelledby="ads">
      <h2 id="ads">{t('campaigns.ads')}</h2>
      <Problem error={errorOfLast(update, remove)} />
      <ul className="creatives">
        {creatives.nodes.map((creative) => (
          <li key={creative.id}>
            <Preview {...creative} />
            <div className="creative-name">
              <strong>{creative.name}</strong>
              <span className="soft">
                {wordOf(creative.type)}, {creative.scope}
              </span>
              <span className="soft">{timesText(creative)}</span>
              <RotationOf creative={creative} />
              <CapsOf creative={creative} />
              <FiguresOf figures={figures.get(creative.id)} />
            </div>
            {creative.status === 'rejected' ? (
              <p className="bad">
                {t('campaigns.rejectedBecause', {
                  reason: creative.rejectionReason ?? t('campaigns.byTheOperator'),
                })}
              </p>
            ) : null}
            {creative.review === null ? null : (
              <p className="soft">{t('campaigns.adWaitsForReview')}</p>
            )}
            <div className="creative-foot">
              {creative.status === 'rejected' ? (
                <Badge color="red" variant="light" tt="none">
                  {t('campaigns.rejected')}
                </Badge>
              ) : (
                <Switch
                  label={t('campaigns.active')}
                  aria-label={t('campaigns.nameIsActive', { name: creative.name })}
                  checked={creative.status === 'active'}
                  disabled={update.isPending}
                  onChange={({ currentTarget: { checked } }) => {
                    update.mutate({ id: creative.id, isActive: checked });
                  }}
                />
              )}
              {campaign.creativeRotation === 'weighted' ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('campaigns.weightOfName', { name: creative.name })}
                  onClick={() => {
                    setChanging({ Dialog: CreativeWeight, creative });
                  }}
                >
                  {t('campaigns.weight')}
                </Button>
              ) : null}
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.timesOfName', { name: creative.name })}
                onClick={() => {
                  setChanging({ Dialog: CreativeTimes, creative });
                }}
              >
                {t('campaigns.times')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.capsOfName', { name: creative.name })}
                onClick={() => {
                  setChanging({ Dialog: CreativeCaps, creative });
                }}
              >
                {t('campaigns.caps')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.altTextOfName', { name: creative.name })}
                onClick={() => {
                  setChanging({ Dialog: CreativeAlt, creative });
                }}
              >
                {t('campaigns.altText')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.pixelsOfName', { name: creative.name })}
                onClick={() => {
                  setChanging({ Dialog: CreativePixels, creative });
                }}
              >
                {t('campaigns.pixels')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('common.deleteName', { name: creative.name })}
                onClick={() => {
                  setChosen(creative);
                }}
              >
                {t('common.delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <UploadList uploads={uploads} />
      <DropZone formats={place?.formats ?? []} onFiles={uploads.add} />
      <DirectLink formats={place?.formats ?? []} uploads={uploads} />
      {changing === null ? null : (
        <changing.Dialog
          campaignId={campaignId}
          creative={changing.creative}
          onSaved={onSuccess}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
      <Confirm
        isOpen={chosen !== null}
        title={t('common.deleteQuestion', { name: chosen?.name ?? '' })}
        action={t('campaigns.deleteAd')}
        isBusy={remove.isPending}
        onConfirm={() => {
          if (chosen) remove.mutate(chosen.id);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        {t('campaigns.itIsNotShownAny')}
      </Confirm>
    </section>
  );
}

function RotationOf({ creative }: { readonly creative: Creative }) {
  const text = rotationText(creative);
  return text === '' ? null : <span>{text}</span>;
}

function CapsOf({ creative }: { readonly creative: Creative }) {
  const text = capsText(creative);
  return text === '' ? null : <span className="soft">{text}</span>;
}

const FiguresOf = ({ figures }: { readonly figures: Figures | undefined }) =>
  figures ? <span>{figuresText(figures)}</span> : null;

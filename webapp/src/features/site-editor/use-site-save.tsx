import { useIntl } from 'react-intl';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { seenOf, useSaveDraft, type EditedSite, type SiteValues } from './api/site';
import { keyOf, mergeSite } from './merge-files';
import { placeName, placeText } from './place-names';

/**
 * Saves the draft unless another owner has changed the same meanwhile: then the owner is asked. `sentOf` says what of it is
 * sent, where that is not all of it.
 */
export function useSiteSave(sentOf = (values: SiteValues): SiteValues => values) {
  const intl = useIntl();
  const save = useSaveDraft();
  const guarded = useGuardedSave<SiteValues, EditedSite>({
    read: (stored) => seenOf(stored).values,
    merge: (base, mine, theirs) => {
      const { conflicts, kept } = mergeSite(base, mine, theirs);
      return {
        conflicts: conflicts.map((place) => ({
          key: keyOf(place),
          label: placeName(intl, place),
          mine: placeText(intl, place, place.mine),
          theirs: placeText(intl, place, place.theirs),
        })),
        kept: kept.map((place) => placeName(intl, place)),
        resolve: (sideOf) => mergeSite(base, mine, theirs, sideOf).values,
      };
    },
    send: async (values, revision) => {
      const { result } = await save.mutateAsync({ ...sentOf(values), revision });
      return { result: result as unknown as EditedSite };
    },
  });
  return { ...guarded, isPending: save.isPending };
}

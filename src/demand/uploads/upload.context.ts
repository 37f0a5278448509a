import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';

/** The stores that the services of uploads need. */
export interface UploadContext
  extends Pick<PlatformMembers, 'config' | 'serveUrl' | 'now' | 'randomBytes'>,
    Pick<
      DemandMembers,
      | 'uploads'
      | 'creatives'
      | 'contents'
      | 'contentTurns'
      | 'contentWorkers'
      | 'documentParts'
      | 'taxonomy'
    > {}

import { maxMegabytes } from '../../../shared/formats.ts'

/** The limits of files, to show before one is chosen. */
export const mediaLimits = `Photos up to ${maxMegabytes.IMAGE} MB, videos up to ${maxMegabytes.VIDEO} MB`

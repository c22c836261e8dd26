interface Fetched {
  request: Request
  response: Response
}

/** A Workbox plugin that does not cache the page which some servers return in place of a missing file. */
export const rejectHtmlFallback = {
  cacheWillUpdate: async ({ request, response }: Fetched): Promise<Response | null> => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    return response.ok && isPage === new URL(request.url).pathname.endsWith('.html') ? response : null
  },
}

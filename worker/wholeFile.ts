interface Fetched {
  request: Request
  response: Response
}

/**
 * A workbox plugin: keeps a file, and never the page that a server answers with where a file of another version is
 * gone.
 */
export const wholeFile = {
  cacheWillUpdate: async ({ request, response }: Fetched): Promise<Response | null> => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    return response.ok && isPage === new URL(request.url).pathname.endsWith('.html') ? response : null
  },
}

-- Drives the server in Neovim: a mistake, what a name means, and a definition in a shipped system. It writes a line for each.
local scene = vim.fn.tempname() .. '.asz'
vim.fn.writefile({ 'use ttomp', 'actor inez "Inez"', 'action climb "up" by inze {', 'value   1b "x"', '}' }, scene)
vim.cmd('edit ' .. scene)
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'assize', cmd = { vim.env.ASSIZE, 'lsp' } })
vim.lsp.buf_attach_client(buffer, id)
local function say(...) io.stdout:write(string.format(...) .. '\n') end

vim.wait(10000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
for _, found in ipairs(vim.diagnostic.get(buffer)) do
  say('diagnostic %d:%d %s %s', found.lnum, found.col, found.code or '', vim.split(found.message, '\n')[1])
end
vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { 'action climb "up" by inez {' })
vim.wait(10000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
say('diagnostics %d', #vim.diagnostic.get(buffer))

local client = vim.lsp.get_client_by_id(id)
local function ask(method, line, character)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
  local answer = client.request_sync(method, params, 10000, buffer)
  return answer and answer.result
end
say('hover %s', vim.split(ask('textDocument/hover', 2, 23).contents.value, '\n')[1])
local place = ask('textDocument/definition', 2, 2)
say('definition %s', place.uri)
local source = client.request_sync('assize/source', { uri = place.uri }, 10000, buffer).result
say('source %s', vim.split(source.text, '\n')[1])
if vim.lsp.buf.format then vim.lsp.buf.format({ bufnr = buffer }) else vim.lsp.buf.formatting_sync(nil, 10000) end
say('formatted %s', vim.api.nvim_buf_get_lines(buffer, 3, 4, false)[1])

-- What the book tells people to put into their settings.
local page = table.concat(vim.fn.readfile(vim.env.PAGE), '\n')
for block in page:gmatch('```lua\n(.-)```') do
  if block:find('BufReadCmd') or block:find('vim.lsp.commands') then assert(loadstring(block))() end
end
vim.lsp.commands['assize.expect']({ command = 'assize.expect', arguments = { vim.uri_from_bufnr(buffer) } },
  { client_id = id, bufnr = buffer })
vim.wait(10000, function() return #vim.api.nvim_list_wins() > 1 end, 20)
for _, window in ipairs(vim.api.nvim_list_wins()) do
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  if vim.api.nvim_win_get_config(window).relative ~= '' then say('shown %s', lines[1]) end
end
vim.cmd('edit ' .. place.uri)
say('opened %s %s', vim.api.nvim_buf_get_lines(0, 0, 1, false)[1], vim.bo.modifiable)
client.stop()
vim.wait(10000, function() return client.is_stopped() end, 20)
vim.cmd('qa!')
